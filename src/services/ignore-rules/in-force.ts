import type { Coverage } from '../../engine/model/analysis.ts';
import { compileIgnores, type IgnoreRule, type Ignores, type SourcedRule } from '../../engine/ignore/ignore.ts';
import { countRuleUse, usageAfter, type RuleUseCounter } from '../../engine/ignore/rule-use.ts';
import type { ScanSink } from '../../engine/ports.ts';
import { getIgnoreRules, lockIgnoreRules, saveRuleUsage } from '../../store/queries/ignore-rules.ts';
import { listRepositoryRules } from '../../store/queries/repository-readings.ts';
import type { Tenant } from '../../store/scope.ts';
import type { AnalysisEnded } from '../base/analysis-ended.ts';
import type { Mapping } from '../ownership/mapping.ts';

/** The rules of one analysis, compiled, with counters of their use. */
type RulesInForce = {
  ignores: Ignores;
  use: RuleUseCounter;
  /**
   * Wraps a sink so that its results count. `stored` returns the coverage of a state that an earlier attempt of the
   * analysis stored, which counts too.
   */
  counting: (sink: ScanSink, stored: (position: number) => Promise<Coverage[]>) => ScanSink;
};

type RuleInput = {
  tenant: Tenant;
  mapping: Mapping;
  /** The repository whose states are checked; null for all. */
  repo_id: string | null;
  now: Date;
  /** Rules to use instead of the organization's. */
  rules?: readonly IgnoreRule[];
};

/** Compiles the organization's rules (or `rules`), followed by the rules of repositories for their own states. */
export async function rulesInForce(input: RuleInput): Promise<RulesInForce> {
  const { tenant, mapping, now } = input;
  const organization = input.rules ?? (await getIgnoreRules(tenant))?.rules ?? [];
  const rules = organization.map((rule): SourcedRule => ({ ...rule, source: 'organization' }));
  const own = await rulesOfRepositories(input);
  const ownOf = (state: string) => own.get(mapping.of(state)?.repo_id ?? '');
  const use = countRuleUse(rules, now);
  const some = rules.length > 0 || own.size > 0;
  const see = (coverage: readonly Coverage[]) => {
    use.see(coverage);
    if (own.size === 0) return;
    for (const [state, entries] of Map.groupBy(coverage, (one) => one.state_key)) ownOf(state)?.use.see(entries);
  };
  return {
    ignores: inOrder(compileIgnores(rules, now), (state) => ownOf(state)?.ignores),
    use: {
      see,
      report: (isComplete) => [...use.report(isComplete), ...own.values().flatMap((one) => one.use.report(isComplete))],
    },
    counting: (sink, stored) => ({
      ...sink,
      async planned(objects, states) {
        const done = await sink.planned(objects, states);
        if (some) for (const { position } of done) see(await stored(position));
        return done;
      },
      async results(batch, progress) {
        await sink.results(batch, progress);
        see(batch.results.map(({ coverage }) => coverage));
      },
    }),
  };
}

type Own = { ignores: Ignores; use: RuleUseCounter };

/** The rules of each repository. Their ids are prefixed with its name, since two repositories may use the same ids. */
async function rulesOfRepositories({ tenant, mapping, repo_id, now }: RuleInput): Promise<Map<string, Own>> {
  const found = new Map<string, Own>();
  const read = await listRepositoryRules(tenant, repo_id === null ? [...mapping.names.keys()] : [repo_id]);
  for (const { repo_id: repoId, ignore } of read) {
    const name = mapping.names.get(repoId) ?? repoId;
    const rules = ignore.map((rule): SourcedRule => ({ ...rule, id: `${name}:${rule.id}`, source: 'file' }));
    found.set(repoId, { ignores: compileIgnores(rules, now), use: countRuleUse(rules, now) });
  }
  return found;
}

/** Applies the organization's rules first, then the rules of the state's repository. */
function inOrder(first: Ignores, ownOf: (state: string) => Ignores | undefined): Ignores {
  return {
    whole: (subject) => first.whole(subject) ?? ownOf(subject.state)?.whole(subject),
    attributes(subject) {
      const matchers = [first.attributes(subject), ownOf(subject.state)?.attributes(subject)];
      const [one, other] = matchers.filter((matcher) => matcher !== undefined);
      return one && other ? (difference) => one(difference) ?? other(difference) : one;
    },
  };
}

/** Stores the use of the organization's rules by an analysis that has ended. Skips rules that were deleted meanwhile. */
export async function recordRuleUse({ tenant, id, at, ignoreRules }: AnalysisEnded): Promise<void> {
  const own = ignoreRules.filter(({ source }) => source === 'organization');
  if (own.length === 0) return;
  const { rules, usage } = await lockIgnoreRules(tenant);
  const there = new Set(rules.map((rule) => rule.id));
  const known = own.filter((use) => there.has(use.id));
  await saveRuleUsage(tenant, { ...usage, ...usageAfter(usage, known, { id, at }) });
}
