import type { Selectable } from 'kysely';
import type { IgnoreRule } from '../../engine/ignore/ignore.ts';
import type { RuleUsage } from '../../engine/ignore/rule-use.ts';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type IgnoreRulesRow = Selectable<Tables['ignore_rules']>;

/** Undefined for an organization that never had rules. */
export async function getIgnoreRules(tenant: Tenant): Promise<IgnoreRulesRow | undefined> {
  return tenant.select('ignore_rules').selectAll().executeTakeFirst();
}

/** Reads the rules, created empty if missing, and locks them until the transaction ends. */
export async function lockIgnoreRules(tenant: Tenant): Promise<IgnoreRulesRow> {
  return tenant
    .insert('ignore_rules', {})
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ org_id: tenant.scope.org_id }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores the usage of rules by analyses. Lock the rules first. */
export async function saveRuleUsage(tenant: Tenant, usage: Record<string, RuleUsage>): Promise<void> {
  await tenant
    .update('ignore_rules')
    .set({ usage: JSON.stringify(usage) })
    .execute();
}

/** Replaces the rules and their usage. Lock them first. */
export async function saveIgnoreRules(
  tenant: Tenant,
  to: { version: number; rules: readonly IgnoreRule[]; usage: Record<string, RuleUsage> },
): Promise<void> {
  const { version, rules, usage } = to;
  await tenant
    .update('ignore_rules')
    .set({ version, rules: JSON.stringify(rules), usage: JSON.stringify(usage) })
    .execute();
}
