import type { Selectable } from 'kysely';
import type { HandMapping } from '../../engine/mapping/types.ts';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type StateMappingsRow = Selectable<Tables['state_mappings']>;

/** Undefined for an organization that never had any. */
export async function getStateMappings(tenant: Tenant): Promise<StateMappingsRow | undefined> {
  return tenant.select('state_mappings').selectAll().executeTakeFirst();
}

/** The mappings as they are, made empty where there are none; in a transaction nobody else changes them until the end. */
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
