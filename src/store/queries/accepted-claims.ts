import { chunksOf } from '../../base/chunks.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { CHUNK, excluded } from './clauses.ts';

export type AcceptedClaimRow = Selectable<Tables['accepted_claims']>;
export type NewAcceptedClaim = Omit<Insertable<Tables['accepted_claims']>, 'org_id'>;

/** The accepted claims to states of these buckets. Where several claim the same state, the one that wins comes first. */
export async function listAcceptedClaims(tenant: Tenant, places: readonly string[]): Promise<AcceptedClaimRow[]> {
  return tenant
    .select('accepted_claims')
    .selectAll()
    .where('bucket', 'in', places)
    .orderBy('priority')
    .orderBy('id')
    .execute();
}

/** The accepted claims of a repository, in all buckets. */
export async function acceptedClaimsOf(tenant: Tenant, repoId: string): Promise<AcceptedClaimRow[]> {
  return tenant.select('accepted_claims').selectAll().where('repo_id', '=', repoId).execute();
}

/** Stores accepted claims; existing ones get the new priority. */
export async function saveAcceptedClaims(tenant: Tenant, rows: readonly NewAcceptedClaim[]) {
  for (const chunk of chunksOf(rows, CHUNK))
    await tenant
      .insert('accepted_claims', chunk)
      .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(excluded(['priority', 'accepted_at'])))
      .execute();
}

export async function removeAcceptedClaims(tenant: Tenant, ids: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(ids, CHUNK)) await tenant.delete('accepted_claims').where('id', 'in', chunk).execute();
}
