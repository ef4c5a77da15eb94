import { vectorText } from './incident-vectors.ts';
import type { Tenant } from '../scope.ts';
import { inChunks } from './clauses.ts';

/** A vector of an incident; undefined where a model finds no words in it, so that it is like nothing. */
export type NewVector = {
  incident_id: string;
  repo_id: string | null;
  date: string;
  model: string;
  vector: Float32Array | undefined;
};

/** Makes incidents be found. Those that have a vector of this model keep it. */
export async function insertVectors(tenant: Tenant, vectors: readonly NewVector[]): Promise<void> {
  const rows = vectors.map(({ vector, ...row }) => ({
    ...row,
    ...tenant.scope,
    embedding: vector === undefined ? null : vectorText(vector),
  }));
  await inChunks(rows, (chunk) =>
    tenant
      .insert('incident_vectors', chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Takes the vectors of all models from these incidents. */
export async function removeVectors(tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tenant.delete('incident_vectors').where('incident_id', 'in', ids).execute();
}
