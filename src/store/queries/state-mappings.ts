import type { Selectable } from 'kysely';
import type { HandMapping } from '../../engine/mapping/types.ts';
import { scoped, type Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type StateMappingsRow = Selectable<Tables['state_mappings']>;

/** Undefined for an organization that never had any. */
export async function getStateMappings(db: Executor, orgId: string): Promise<StateMappingsRow | undefined> {
  return scoped(db, { org_id: orgId }).select('state_mappings').selectAll().executeTakeFirst();
}

/** The mappings as they are, made empty where there are none; in a transaction nobody else changes them until the end. */
export async function lockStateMappings(db: Executor, orgId: string): Promise<StateMappingsRow> {
  return scoped(db, { org_id: orgId })
    .insert('state_mappings', { mappings: '[]' })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ org_id: orgId }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the mappings. Lock them first. */
export async function saveStateMappings(
  db: Executor,
  orgId: string,
  to: { version: number; mappings: readonly HandMapping[] },
): Promise<void> {
  await scoped(db, { org_id: orgId })
    .update('state_mappings')
    .set({ version: to.version, mappings: JSON.stringify(to.mappings) })
    .execute();
}
