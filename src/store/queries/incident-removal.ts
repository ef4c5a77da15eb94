import { sql } from 'kysely';
import type { Executor, Tenant } from '../scope.ts';
import { countOf } from './clauses.ts';

/** The organizations that keep incidents for a time only. */
export async function organizationsWithRetention(db: Executor): Promise<{ org_id: string; days: number }[]> {
  const rows = await db
    .selectFrom('organizations')
    .select(['id as org_id', 'incident_retention_days as days'])
    .where('incident_retention_days', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ org_id, days }) => (days === null ? [] : [{ org_id, days }]));
}

/** Incidents that were over before a day (YYYY-MM-DD, UTC): drift when it was resolved, what was written by hand on its date. */
function expiredBy(tenant: Tenant, before: string) {
  return tenant
    .select('incidents')
    .where('status', '=', 'resolved')
    .where('date', '<', before)
    .where(sql<boolean>`coalesce(resolved_at < ${before}::date, true)`);
}

/** How many incidents were over before a day. */
export async function countExpired(tenant: Tenant, before: string): Promise<number> {
  return countOf(expiredBy(tenant, before));
}

/**
 * Removes incidents that were over before a day (YYYY-MM-DD, UTC), at most `limit`, with their vectors; returns how many.
 * In a transaction.
 * Those that somebody else is at are left for the next time.
 */
export async function deleteExpired(
  tenant: Tenant,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  // Asked for apart: within the deletion it might be evaluated again for every row.
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

/** Incidents of a repository, or of the whole organization. */
type Whose = { repo_id: string | undefined };

/**
 * Removes incidents and their vectors, at most `limit`. In a transaction. Those that somebody else is at are waited for; when
 * it has `found` none, there are none.
 */
export async function deleteSome(tenant: Tenant, { repo_id: repoId, limit }: Whose & { limit: number }) {
  const incidents = () => tenant.select('incidents').select('id').orderBy('id');
  const found = await incidents()
    .$if(repoId !== undefined, (query) => query.where('repo_id', '=', repoId ?? ''))
    .limit(limit)
    .execute();
  if (found.length === 0) return { found: 0, deleted: 0 };
  const ids = found.map(({ id }) => id);
  // In one order, so that two who do this do not wait for each other.
  await incidents().where('id', 'in', ids).forUpdate().execute();
  return { found: found.length, deleted: await deleteIncidents(tenant, ids) };
}
