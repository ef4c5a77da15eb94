import { severityRank, type Coverage, type IgnoreRuleUse, type RuleRef } from '../../engine/model/analysis.ts';
import { foresee, type Effect, type Foreseen } from '../../engine/ignore/foresee.ts';
import { refOf, type Ignores } from '../../engine/ignore/ignore.ts';
import { pageChecked, type CheckedInstance } from '../../store/queries/coverage.ts';
import { latestChecks, type LatestCheck } from '../../store/queries/states.ts';
import { scoped, type Tenant } from '../../store/scope.ts';
import { pick } from '../base/present.ts';
import { presentCoverage } from '../views/present-within.ts';
import type { Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { inSlices } from '../base/in-slices.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { acceptRules, type NewIgnoreRule } from './accept.ts';
import { rulesInForce } from './in-force.ts';

/** An instance whose result the rules would change. */
export type PreviewExample = ReturnType<typeof exampleOf>;
type PreviewedRule = IgnoreRuleUse & { hidden: number; narrowed: number; examples: PreviewExample[] };

/** The effect of rules on the latest results of every state. */
export type IgnorePreview = {
  states: number;
  /** States that the latest analysis could not read, so their drift is unknown. */
  unread_states: number;
  oldest_analysis_at: string | null;
  /** False if there are more instances than a preview reads. */
  complete: boolean;
  instances: number;
  findings: number;
  examples: PreviewExample[];
  rules: PreviewedRule[];
} & Record<Effect, number>;

/** The number of instances that one preview reads. */
const MAX_INSTANCES = 100_000;
/** Time for matching: two hundred long patterns on that many instances would take minutes. */
const MAX_MS = 15_000;
const PAGE = 1_000;
const EXAMPLES = 20;
const ATTRIBUTES = 5;
export const EFFECTS = ['hidden', 'narrowed', 'unsure', 'back', 'unseen'] as const satisfies Effect[];

type EffectCounts = Partial<Record<Effect, { count: number; examples: PreviewExample[] }>>;

const rank = ({ severity }: PreviewExample) => severityRank(severity ?? 'none');
const worst = (some: PreviewExample[]) => some.toSorted((a, b) => rank(a) - rank(b)).slice(0, EXAMPLES);

/** Counts an example, and keeps it if it is among the worst of its effect. */
function count(counts: EffectCounts, example: PreviewExample): void {
  const kept = (counts[example.effect] ??= { count: 0, examples: [] });
  kept.count += 1;
  kept.examples.push(example);
  if (kept.examples.length > 10 * EXAMPLES) kept.examples = worst(kept.examples);
}

const countOf = (counts: EffectCounts, effect: Effect) => counts[effect]?.count ?? 0;
const examplesOf = (counts: EffectCounts, effects: readonly Effect[]) =>
  effects.flatMap((effect) => worst(counts[effect]?.examples ?? []));

function exampleOf(row: CheckedInstance, effect: Effect, paths: readonly string[]) {
  const attributes = [...new Set(paths)];
  return {
    ...pick(row, 'resource', 'type', 'state_key'),
    /** The kind and severity of its finding; null if it has none now. */
    ...pick(row, 'kind', 'severity'),
    effect,
    /** The attributes that would be hidden or come back; empty if the whole instance would. */
    attributes: attributes.slice(0, ATTRIBUTES),
    /** The number of attributes that are left out. */
    more_attributes: Math.max(attributes.length - ATTRIBUTES, 0),
  };
}

const nameOf = ({ id, source }: RuleRef) => `${source}:${id}`;

/** Counts the effects of rules, instance by instance. */
function effectCounter(ignores: Ignores) {
  const all: EffectCounts = {};
  const byRule = new Map<string, EffectCounts>();
  const seen = { instances: 0, findings: 0 };
  return {
    all,
    byRule,
    seen,
    /** Returns the verdict with the rules that would hide something. */
    see: (row: CheckedInstance): Coverage => {
      const coverage = presentCoverage(row, true);
      const { kind, attributes } = row;
      const foreseen = foresee(ignores, { coverage, ...(kind && { finding: { kind, attributes: attributes ?? [] } }) });
      const { effect, taken, back, rules } = foreseen;
      seen.instances += 1;
      if (kind) seen.findings += 1;
      const paths = (some: Foreseen['taken']) => some.flatMap(({ path }) => path ?? []);
      if (effect) count(all, exampleOf(row, effect, [...paths(taken), ...back]));
      if (effect && back.length > 0 && effect !== 'back') count(all, exampleOf(row, 'back', back));
      for (const [name, own] of Map.groupBy(taken, ({ rule }) => nameOf(rule))) {
        const counts = byRule.get(name) ?? {};
        byRule.set(name, counts);
        if (effect) count(counts, exampleOf(row, effect, paths(own)));
      }
      return { ...coverage, ignored_by: rules.map(refOf) };
    },
  };
}

type Checks = { tenant: Tenant; checks: readonly LatestCheck[]; signal: AbortSignal | undefined };

/** Passes the latest result of every instance to `see`. Returns false after too many, a timeout, or an abort. */
async function eachChecked({ tenant, checks, signal }: Checks, see: (row: CheckedInstance) => void): Promise<boolean> {
  let left = MAX_INSTANCES;
  const budget = { leftMs: MAX_MS, signal };
  for (const [analysis_id, states] of Map.groupBy(checks, (check) => check.analysis_id)) {
    const keys = states.map(({ key }) => key);
    for (let after: CheckedInstance | undefined, full = true; full;) {
      if (left <= 0) return false;
      const rows = await pageChecked(tenant, { analysis_id, keys }, { limit: PAGE, after });
      if (!(await inSlices(rows, budget, see))) return false;
      left -= rows.length;
      after = rows.at(-1);
      full = rows.length === PAGE;
    }
  }
  return true;
}

/** Names rules without an id by their position. */
function named(rules: readonly NewIgnoreRule[]): NewIgnoreRule[] {
  const ids = new Set(rules.map(({ id }) => id));
  return rules.map((rule, i) =>
    rule.id !== undefined || ids.has(`new-${i + 1}`) ? rule : { ...rule, id: `new-${i + 1}` },
  );
}

/**
 * Previews which of the latest results a list of rules would hide, and which would come back. Stores nothing. The rules
 * apply as in an analysis, together with the rules of repositories. 422 as for storing them.
 */
export async function previewIgnoreRules(
  ctx: Ctx,
  input: { org_id: string; rules: readonly NewIgnoreRule[] },
  signal?: AbortSignal,
): Promise<IgnorePreview> {
  const { id } = await fetchOrganization(ctx, input.org_id, 'read');
  const rules = acceptRules(named(input.rules));
  const tenant = scoped(ctx.store.db, { org_id: id });
  const mapping = await mappingOf(tenant);
  const { ignores, use } = await rulesInForce({ tenant, mapping, repo_id: null, now: new Date(), rules });
  const checks = await latestChecks(tenant);
  const unread = checks.filter(({ status }) => status === 'unreadable').length;
  const { all, byRule, seen, see } = effectCounter(ignores);
  const complete = await eachChecked({ tenant, checks, signal }, (row) => use.see([see(row)]));
  const oldest = checks.reduce<Date | null>((first, { analysed_at: at }) => (first && first < at ? first : at), null);
  return {
    states: checks.length,
    unread_states: unread,
    oldest_analysis_at: oldest?.toISOString() ?? null,
    complete,
    ...seen,
    ...(Object.fromEntries(EFFECTS.map((effect) => [effect, countOf(all, effect)])) as Record<Effect, number>),
    examples: examplesOf(all, EFFECTS),
    rules: use.report(complete && unread === 0).map((used) => {
      const counts = byRule.get(nameOf(used)) ?? {};
      const examples = examplesOf(counts, ['hidden', 'narrowed']).slice(0, EXAMPLES);
      return { ...used, hidden: countOf(counts, 'hidden'), narrowed: countOf(counts, 'narrowed'), examples };
    }),
  };
}
