import { sql } from 'kysely';
import type { Executor, Tenant } from '../scope.ts';
import { countOf } from './clauses.ts';

/** The organizations that limit how long incidents are kept. */
export async function organizationsWithRetention(db: Executor): Promise<{ org_id: string; days: number }[]> {
  const rows = await db
    .selectFrom('organizations')
    .select(['id as org_id', 'incident_retention_days as days'])
    .where('incident_retention_days', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ org_id, days }) => (days === null ? [] : [{ org_id, days }]));
}

/** Incidents that ended before a day (YYYY-MM-DD, UTC): drift by its resolution, those written by hand by their date. */
function expiredBy(tenant: Tenant, before: string) {
  return tenant
    .select('incidents')
    .where('status', '=', 'resolved')
    .where('date', '<', before)
    .where(sql<boolean>`coalesce(resolved_at < ${before}::date, true)`);
}

/** The number of incidents that ended before a day. */
export async function countExpired(tenant: Tenant, before: string): Promise<number> {
  return countOf(expiredBy(tenant, before));
}

/**
 * Deletes incidents that ended before a day (YYYY-MM-DD, UTC), at most `limit`, with their vectors; returns their number.
 * Inside a transaction. Incidents that another transaction has locked are left for the next time.
 */
export async function deleteExpired(
  tenant: Tenant,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  // A query of its own: inside the deletion it might be evaluated again for every row.
  const expired = await expiredBy(tenant, before)
    .select('id')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = expired.map(({ id }) => id);
  return deleteIncidents(tenant, ids);
}

async function deleteIncidents(tenant: Tenant, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const result = await tenant.delete('incidents').where('id', 'in', ids).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** The incidents of a repository, or of the whole organization. */
type Whose = { repo_id: string | undefined };

/**
 * Deletes incidents and their vectors, at most `limit`. Inside a transaction. Waits for incidents that another
 * transaction has locked; `found` 0 means that none are left.
 */
export async function deleteSome(tenant: Tenant, { repo_id: repoId, limit }: Whose & { limit: number }) {
  const incidents = () => tenant.select('incidents').select('id').orderBy('id');
  const found = await incidents()
    .$if(repoId !== undefined, (query) => query.where('repo_id', '=', repoId ?? ''))
    .limit(limit)
    .execute();
  if (found.length === 0) return { found: 0, deleted: 0 };
  const ids = found.map(({ id }) => id);
  // In a fixed order, so that two such transactions do not deadlock.
  await incidents().where('id', 'in', ids).forUpdate().execute();
  return { found: found.length, deleted: await deleteIncidents(tenant, ids) };
}
