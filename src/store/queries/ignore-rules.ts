import type { Selectable } from 'kysely';
import type { IgnoreRule } from '../../engine/ignore/ignore.ts';
import type { RuleUsage } from '../../engine/ignore/rule-use.ts';
import { scoped, type Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type IgnoreRulesRow = Selectable<Tables['ignore_rules']>;

/** Undefined for an organization that never had any. */
export async function getIgnoreRules(db: Executor, orgId: string): Promise<IgnoreRulesRow | undefined> {
  return scoped(db, { org_id: orgId }).select('ignore_rules').selectAll().executeTakeFirst();
}

/** The rules as they are, made empty where there are none; in a transaction nobody else changes them until the end. */
export async function lockIgnoreRules(db: Executor, orgId: string): Promise<IgnoreRulesRow> {
  return scoped(db, { org_id: orgId })
    .insert('ignore_rules', {})
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ org_id: orgId }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What is known of the rules from analyses. Lock them first. */
export async function saveRuleUsage(db: Executor, orgId: string, usage: Record<string, RuleUsage>): Promise<void> {
  await scoped(db, { org_id: orgId })
    .update('ignore_rules')
    .set({ usage: JSON.stringify(usage) })
    .execute();
}

/** Replaces the rules, and what is known of them. Lock them first. */
export async function saveIgnoreRules(
  db: Executor,
  orgId: string,
  to: { version: number; rules: readonly IgnoreRule[]; usage: Record<string, RuleUsage> },
): Promise<void> {
  const { version, rules, usage } = to;
  await scoped(db, { org_id: orgId })
    .update('ignore_rules')
    .set({ version, rules: JSON.stringify(rules), usage: JSON.stringify(usage) })
    .execute();
}
