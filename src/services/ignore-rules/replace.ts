import { AppError, type FieldError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import { refuseRule, type IgnoreRule } from '../../drift/rules/ignore.ts';
import { lockIgnoreRules, saveIgnoreRules } from '../../store/queries/ignore-rules.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../context.ts';
import { instantOf } from '../instant.ts';
import { fetchOrganization } from '../organizations/fetch.ts';
import type { IgnoreRules } from './get.ts';

/** A rule as it is sent: without an id it gets one. */
export type NewIgnoreRule = Omit<IgnoreRule, 'id'> & { id?: string };

function refuse(rules: readonly NewIgnoreRule[]): void {
  const ids = rules.map(({ id }) => id);
  const fields = rules.flatMap((rule, i): FieldError[] => {
    const why = refuseRule(rule);
    const twice = rule.id !== undefined && ids.indexOf(rule.id) < i;
    return [
      ...(why === undefined ? [] : [{ path: `/rules/${i}`, message: why }]),
      ...(twice ? [{ path: `/rules/${i}/id`, message: 'stands in the list before' }] : []),
    ];
  });
  if (fields.length > 0) throw new AppError('invalid_input', 'A rule cannot be taken: see errors.', { fields });
}

/** The rule as it is stored: its fields always in the same order, so that equal rules are equal texts. */
function stored(rule: NewIgnoreRule, i: number): IgnoreRule {
  const { id = newId('ign'), address, type, attribute, state, region, reason, expires_at } = rule;
  const end = expires_at === undefined ? undefined : instantOf(expires_at, `/rules/${i}/expires_at`).toISOString();
  const given = Object.entries({ address, type, attribute, state, region, reason, expires_at: end });
  const named = given.filter((field): field is [string, string] => field[1] !== undefined);
  const texts = Object.fromEntries(named.map(([name, text]) => [name, text.toWellFormed()]));
  return { id, ...texts, reason: texts.reason ?? reason };
}

const asJson = (rule: IgnoreRule): JsonObject => ({ ...rule });

/** What became of the rules, for the audit log; undefined where nothing did. */
function difference(before: readonly IgnoreRule[], after: readonly IgnoreRule[]): JsonObject | undefined {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  const was = new Map(before.map((rule) => [rule.id, rule]));
  const is = new Map(after.map((rule) => [rule.id, rule]));
  const changed = after.flatMap((rule): JsonObject[] => {
    const old = was.get(rule.id);
    const same = !old || JSON.stringify(old) === JSON.stringify(rule);
    return same ? [] : [{ before: asJson(old), after: asJson(rule) }];
  });
  return {
    added: after.filter(({ id }) => !was.has(id)).map(asJson),
    removed: before.filter(({ id }) => !is.has(id)).map(asJson),
    changed,
  };
}

/**
 * Replaces the whole list of rules. With `version`, only if that is still the one in force: 409 when somebody else has
 * changed the list since it was read. 422 for a rule that names nothing or would ignore everything.
 */
export async function replaceIgnoreRules(
  ctx: Ctx,
  input: { org_id: string; version?: number; rules: readonly NewIgnoreRule[] },
): Promise<IgnoreRules> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'write');
  refuse(input.rules);
  const rules = input.rules.map(stored);
  return audited<IgnoreRules>(ctx, async (trx) => {
    const before = await lockIgnoreRules(trx, org_id);
    if (input.version !== undefined && input.version !== before.version)
      throw new AppError(
        'conflict',
        `The rules have been changed meanwhile (version ${before.version}, not ${input.version}): read them again.`,
      );
    const changes = difference(before.rules, rules);
    if (!changes) return { result: { version: before.version, rules }, event: null };
    const version = before.version + 1;
    await saveIgnoreRules(trx, org_id, { version, rules });
    const detail = { version: { before: before.version, after: version }, ...changes };
    const target = { kind: 'ignore_rules', id: org_id };
    return { result: { version, rules }, event: { org_id, action: 'ignore_rules.replace', target, detail } };
  });
}
