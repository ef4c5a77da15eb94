import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Executor, OrgScope, Scope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { IncidentTable } from '../tables-memory.ts';

export type IncidentRow = Selectable<IncidentTable>;

/** Unique violation: `incidents_pkey`, when the organization has an incident with this id. */
export async function insertIncident(db: Executor, row: Insertable<IncidentTable>): Promise<IncidentRow> {
  return scoped(db, { org_id: row.org_id }).insert('incidents', row).returningAll().executeTakeFirstOrThrow();
}

/** The incidents with this id: of one organization one at most, of the whole instance one an organization. */
export async function findIncidents(db: Executor, scope: Scope, id: string): Promise<IncidentRow[]> {
  return scoped(db, scope).select('incidents').selectAll().where('id', '=', id).orderBy('org_id').limit(2).execute();
}

/** Removes an incident and its vectors. False when there is none with this id. */
export async function deleteIncident(db: Executor, scope: OrgScope, id: string): Promise<boolean> {
  const result = await scoped(db, scope).delete('incidents').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export type IncidentFilter = { repo_id?: string | undefined; status?: IncidentRow['status'] | undefined };
/** Where a list of incidents goes on. */
export type AfterIncident = { date: string; id: string };

/** The latest first. */
export async function listIncidents(
  db: Executor,
  scope: OrgScope,
  { limit, after, repo_id, status }: IncidentFilter & { limit: number; after: AfterIncident | undefined },
): Promise<IncidentRow[]> {
  let query = scoped(db, scope).select('incidents').selectAll();
  if (after !== undefined) query = query.where(sql<boolean>`(date, id) < (${after.date}::date, ${after.id})`);
  if (repo_id !== undefined) query = query.where('repo_id', '=', repo_id);
  if (status !== undefined) query = query.where('status', '=', status);
  return query.orderBy('date', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** How many incidents of each of these repositories are open; those without one are not in the answer. */
export async function openIncidents(
  db: Executor,
  scope: Scope,
  repositories: { id: string }[],
): Promise<Map<string, number>> {
  if (repositories.length === 0) return new Map();
  const rows = await scoped(db, scope)
    .select('incidents')
    .select(['repo_id', sql<number>`count(*)::int`.as('open')])
    .where(
      'repo_id',
      'in',
      repositories.map(({ id }) => id),
    )
    .where('status', '=', 'open')
    .groupBy('repo_id')
    .execute();
  return new Map(rows.map(({ repo_id: repoId, open }) => [repoId ?? '', open]));
}
