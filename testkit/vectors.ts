import { randomBytes } from 'node:crypto';
import { newId } from '../src/base/ids.ts';
import type { Store } from '../src/store/database.ts';
import { insertVectors, removeVectors } from '../src/store/queries/embeddings.ts';
import { deleteIncident, insertIncident } from '../src/store/queries/incidents.ts';
import { insertOrganization } from '../src/store/queries/organizations.ts';
import type { OrgScope } from '../src/store/scope.ts';
import { saveRepository } from './repositories.ts';
import { within, scoped, type Tenant } from '../src/store/scope.ts';

/** The fields of an incident that the ranking uses. */
export type StoredVector = {
  id: string;
  model: string;
  repo_id: string | null;
  date: string;
  vector: Float32Array | undefined;
};

/** A pseudo-random generator of numbers from 0 to 1; the same seed yields the same numbers. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A random unit vector; with `dull` there are only few different vectors. */
export function unitVector(dimensions: number, roll: () => number, dull = false): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => (dull ? Math.floor(roll() * 2) : roll() - 0.5));
  vector[0]! += 0.01;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Creates an organization with two repositories and no incidents. */
export async function organizationWithRepositories(store: Store) {
  const { id: org_id } = await insertOrganization(store.db, {
    id: newId('org'),
    login: newId('org').toLowerCase(),
    fingerprint_key: randomBytes(32),
  });
  const repos: string[] = [];
  for (const external_id of [1, 2]) {
    const facts = { full_name: `${org_id}/${external_id}`, private: true };
    repos.push((await saveRepository(scoped(store.db, { org_id }), { codehost: 'github', external_id }, facts)).id);
  }
  return { scope: { org_id }, repos };
}

/** Upserts an incident with its vector in a transaction. */
export async function saveIncidentVector(
  tenant: Tenant,
  { id, model, repo_id, date, vector }: StoredVector,
): Promise<void> {
  const known = await within(tenant.db, 'instance')
    .selectFrom('incidents')
    .select('id')
    .where('org_id', '=', tenant.scope.org_id)
    .where('id', '=', id)
    .executeTakeFirst();
  const texts = { resource: `resource of ${id}`, summary: `summary of ${id}`, type: null, details: null };
  if (known) {
    await within(tenant.db, 'instance')
      .updateTable('incidents')
      .set({ repo_id, date })
      .where('org_id', '=', tenant.scope.org_id)
      .where('id', '=', id)
      .execute();
    await removeVectors(tenant, [id]);
  } else
    await insertIncident(tenant.db, {
      ...tenant.scope,
      id,
      repo_id,
      date,
      ...texts,
      status: 'resolved',
      source: 'manual',
    });
  await insertVectors(tenant, [{ incident_id: id, repo_id, date, model, vector }]);
}

/** Deletes an incident. */
export async function forget(store: Store, scope: OrgScope, id: string): Promise<void> {
  await store.db.transaction().execute((trx) => deleteIncident(scoped(trx, scope), id));
}
