import type { Selectable } from 'kysely';
import type { HandMapping } from '../../engine/mapping/types.ts';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type StateMappingsRow = Selectable<Tables['state_mappings']>;

/** Undefined for an organization that never had mappings. */
export async function getStateMappings(tenant: Tenant): Promise<StateMappingsRow | undefined> {
  return tenant.select('state_mappings').selectAll().executeTakeFirst();
}

/** Reads the mappings, created empty if missing, and locks them until the transaction ends. */
export async function lockStateMappings(tenant: Tenant): Promise<StateMappingsRow> {
  return tenant
    .insert('state_mappings', { mappings: '[]' })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ org_id: tenant.scope.org_id }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the mappings. Lock them first. */
export async function saveStateMappings(
  tenant: Tenant,
  to: { version: number; mappings: readonly HandMapping[] },
): Promise<void> {
  await tenant
    .update('state_mappings')
    .set({ version: to.version, mappings: JSON.stringify(to.mappings) })
    .execute();
}
