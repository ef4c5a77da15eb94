import { vectorText } from './incident-vectors.ts';
import type { Tenant } from '../scope.ts';
import { inChunks } from './clauses.ts';

/** An incident's vector; undefined where the model finds no words in the text, which is then similar to nothing. */
export type NewVector = {
  incident_id: string;
  repo_id: string | null;
  date: string;
  model: string;
  vector: Float32Array | undefined;
};

/** Stores vectors, which make incidents searchable. An existing vector of the same model is kept. */
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

/** Deletes the vectors of these incidents, of all models. */
export async function removeVectors(tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tenant.delete('incident_vectors').where('incident_id', 'in', ids).execute();
}
