import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Executor, OrgScope, Scope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { IncidentTable } from '../tables.ts';

export type IncidentRow = Selectable<IncidentTable>;

/** Unique violation: `incidents_pkey`, when the organization has an incident with this id. */
export async function insertIncident(db: Executor, row: Insertable<IncidentTable>): Promise<IncidentRow> {
  return scoped(db, { org_id: row.org_id }).insert('incidents', row).returningAll().executeTakeFirstOrThrow();
}

/** As pgvector reads it; nine digits bring back the very same floats. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => (value === 0 ? '0' : value.toPrecision(9))).join(',')}]`;
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

export type Ask = {
  /** Whose vectors are compared; only those of the same model are. */
  model: string;
  /** A unit vector. */
  vector: Float32Array;
  /** Only incidents of this repository and those of no repository; all of the organization's when absent. */
  repo_id: string | undefined;
  limit: number;
};

export type Match = Pick<IncidentRow, 'id' | 'date' | 'summary' | 'resource'> & { similarity: number };

/**
 * The incidents nearest to a vector by cosine, rounded to four places: the most similar first, of equals the later one,
 * then by id. Exact: every incident in question is compared. Of unit vectors the cosine is the inner product, which
 * costs a third.
 */
export async function nearestIncidents(db: Executor, scope: OrgScope, ask: Ask): Promise<Match[]> {
  const score = sql<number>`round(-(embedding <#> ${vectorText(ask.vector)}::vector) * 10000)`;
  let candidates = scoped(db, scope)
    .select('incident_vectors')
    .where('model', '=', ask.model)
    .where('embedding', 'is not', null);
  const repoId = ask.repo_id;
  if (repoId !== undefined)
    candidates = candidates.where((is) => is.or([is('repo_id', '=', repoId), is('repo_id', 'is', null)]));
  const nearest = candidates
    .select(['incident_id', score.as('score')])
    .orderBy('score', 'desc')
    .orderBy('date', 'desc')
    .orderBy('incident_id')
    .limit(ask.limit)
    .as('nearest');
  const rows = await scoped(db, scope)
    .select('incidents')
    .innerJoin(nearest, 'nearest.incident_id', 'incidents.id')
    .select(['id', 'date', 'summary', 'resource', 'score'])
    .orderBy('score', 'desc')
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ score, ...row }) => ({ ...row, similarity: similarityOf(score) }));
}

/** Ten thousandths as a cosine; sums of floats may lie a hair beyond 1. */
function similarityOf(score: number): number {
  return Math.min(1, Math.max(-1, score / 10_000)) + 0;
}
