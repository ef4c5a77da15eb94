import { chunksOf } from '../../base/chunks.ts';
import { sql, type Insertable } from 'kysely';
import { scoped, type Executor, type OrgScope } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { withRelated, type ShownIncidentRow } from './incidents.ts';
import { CHUNK } from './clauses.ts';

/** An incident with the name of its repository. */
export type NamedIncidentRow = ShownIncidentRow & { repo_full_name: string | null };

/** Incidents by id, those after `after`: nothing that changes while somebody reads on moves one from page to page. */
export async function incidentsAfter(
  db: Executor,
  scope: OrgScope,
  { after, limit }: { after: string; limit: number },
): Promise<NamedIncidentRow[]> {
  const rows = await scoped(db, scope)
    .select('incidents')
    .leftJoin('repositories', 'repositories.id', 'incidents.repo_id')
    .selectAll('incidents')
    .select('repositories.full_name as repo_full_name')
    .where('incidents.id', '>', after)
    .orderBy('incidents.id')
    .limit(limit)
    .execute();
  return withRelated(db, scope, rows);
}

/** Inserts those whose ids the organization does not have yet; returns the ids of these. */
export async function insertNewIncidents(
  db: Executor,
  scope: OrgScope,
  rows: readonly Omit<Insertable<Tables['incidents']>, 'org_id'>[],
): Promise<Set<string>> {
  const inserted = new Set<string>();
  // In one order, so that two who bring in the same do not wait for each other.
  const ordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const chunk of chunksOf(ordered, CHUNK)) {
    const made = await scoped(db, scope)
      .insert('incidents', chunk)
      .onConflict((conflict) => conflict.columns(['org_id', 'id']).doNothing())
      .returning('id')
      .execute();
    for (const { id } of made) inserted.add(id);
  }
  return inserted;
}

/** Those of these ids that the organization has. */
export async function knownIds(db: Executor, scope: OrgScope, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await scoped(db, scope).select('incidents').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** The incidents with these ids. */
export async function incidentsById(db: Executor, scope: OrgScope, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await scoped(db, scope).select('incidents').selectAll().where('id', 'in', ids).execute();
  return withRelated(db, scope, rows);
}

/** Repositories by id, those that can be seen no more too, and by full name, without regard to case, those that can. */
export async function ownRepositories(
  db: Executor,
  scope: OrgScope,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  return scoped(db, scope)
    .select('repositories')
    .select(['id', sql<string>`lower(full_name)`.as('name')])
    .where((is) =>
      is.or([
        is('id', '=', sql<string>`any(${[...ids]}::text[])`),
        is.and([
          is(sql`lower(full_name)`, '=', sql<string>`any(${names.map((name) => name.toLowerCase())}::text[])`),
          is('removed_at', 'is', null),
        ]),
      ]),
    )
    .execute();
}
