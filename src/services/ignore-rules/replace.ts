import { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { stable } from '../../engine/value/stable.ts';
import type { IgnoreRule } from '../../engine/ignore/ignore.ts';
import type { RuleUsage } from '../../engine/ignore/rule-use.ts';
import {
  lockIgnoreRules,
  saveIgnoreRules,
  getIgnoreRules as query,
  type IgnoreRulesRow,
} from '../../store/queries/ignore-rules.ts';
import { audited } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { acceptRules, type NewIgnoreRule } from './accept.ts';
import { scoped } from '../../store/scope.ts';

const asJson = (rule: IgnoreRule): JsonObject => {
  const { before, after, ...plain } = rule;
  return { ...plain, ...(before && { before: { ...before } }), ...(after && { after: { ...after } }) };
};

/** True if two lists are equal; the database may reorder the fields of a rule. */
const same = (a: readonly IgnoreRule[], b: readonly IgnoreRule[]) => stable(a.map(asJson)) === stable(b.map(asJson));

/** The usage of the unchanged rules. */
function kept(before: IgnoreRulesRow, after: readonly IgnoreRule[]): Record<string, RuleUsage> {
  const was = new Map(before.rules.map((rule) => [rule.id, rule]));
  const unchanged = after.filter((rule) => {
    const old = was.get(rule.id);
    return old && same([old], [rule]);
  });
  return Object.fromEntries(unchanged.flatMap(({ id }) => (before.usage[id] ? [[id, before.usage[id]]] : [])));
}

/** The changes of the rules for the audit log; undefined if there are none. */
function difference(before: readonly IgnoreRule[], after: readonly IgnoreRule[]): JsonObject | undefined {
  if (same(before, after)) return undefined;
  const was = new Map(before.map((rule) => [rule.id, rule]));
  const is = new Map(after.map((rule) => [rule.id, rule]));
  const changed = after.flatMap((rule): JsonObject[] => {
    const old = was.get(rule.id);
    return !old || same([old], [rule]) ? [] : [{ before: asJson(old), after: asJson(rule) }];
  });
  return {
    added: after.filter(({ id }) => !was.has(id)).map(asJson),
    removed: before.filter(({ id }) => !is.has(id)).map(asJson),
    changed,
  };
}

/**
 * Replaces the whole list of rules; with `version`, only if that is still the current version: 409 if somebody else
 * changed the list since it was read. 422 for a rule that has no selector or would ignore everything.
 */
export async function replaceIgnoreRules(
  ctx: Ctx,
  input: { org_id: string; version?: number; rules: readonly NewIgnoreRule[] },
): Promise<IgnoreRules> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id, 'write');
  const rules = acceptRules(input.rules);
  return audited<IgnoreRules>(ctx, async (trx) => {
    const tenant = scoped(trx, { org_id });
    const before = await lockIgnoreRules(tenant);
    if (input.version !== undefined && input.version !== before.version)
      throw new AppError(
        'conflict',
        `The rules have been changed meanwhile (version ${before.version}, not ${input.version}): read them again.`,
      );
    const changes = difference(before.rules, rules);
    if (!changes) return { result: present({ ...before, rules }), event: null };
    const version = before.version + 1;
    const usage = kept(before, rules);
    await saveIgnoreRules(tenant, { version, rules, usage });
    const detail = { version: { before: before.version, after: version }, ...changes };
    const target = { kind: 'ignore_rules', id: org_id };
    const event = { org_id, action: 'ignore_rules.replace', target, detail } as const;
    return { result: present({ version, rules, usage }), event };
  });
}

/** The rules of an organization. `version` grows with every change; 0 means that there never were rules. */
export type IgnoreRules = ReturnType<typeof present>;

/**
 * The rules in their order, with the usage of each since it was created or changed; a rule that no analysis has applied
 * yet has no usage. `use` is the use in the latest analysis.
 */
const present = ({ version, rules, usage }: Pick<IgnoreRulesRow, 'version' | 'rules' | 'usage'>) => ({
  version,
  rules,
  usage: rules.flatMap(({ id }) => (usage[id] ? [{ id, ...usage[id] }] : [])),
});

/** The rules of an organization, expired ones included, in the order of their application. */
export async function getIgnoreRules(ctx: Ctx, input: { org_id: string }): Promise<IgnoreRules> {
  const { id } = await fetchOrganization(ctx, input.org_id, 'read');
  return present((await query(scoped(ctx.store.db, { org_id: id }))) ?? { version: 0, rules: [], usage: {} });
}
