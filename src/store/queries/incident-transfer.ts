import { chunksOf } from '../../base/chunks.ts';
import { sql, type Insertable } from 'kysely';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { withRelated, type ShownIncidentRow } from './incidents.ts';
import { CHUNK } from './clauses.ts';

export type NamedIncidentRow = ShownIncidentRow & { repo_full_name: string | null };

/** Incidents by id, after `after`: no change during a paged read moves an incident from page to page. */
export async function incidentsAfter(
  tenant: Tenant,
  { after, limit }: { after: string; limit: number },
): Promise<NamedIncidentRow[]> {
  const rows = await tenant
    .select('incidents')
    .leftJoin('repositories', 'repositories.id', 'incidents.repo_id')
    .selectAll('incidents')
    .select('repositories.full_name as repo_full_name')
    .where('incidents.id', '>', after)
    .orderBy('incidents.id')
    .limit(limit)
    .execute();
  return withRelated(tenant, rows);
}

/** Inserts the incidents whose ids the organization does not have yet; returns these ids. */
export async function insertNewIncidents(
  tenant: Tenant,
  rows: readonly Omit<Insertable<Tables['incidents']>, 'org_id'>[],
): Promise<Set<string>> {
  const inserted = new Set<string>();
  // In a fixed order, so that two imports of the same incidents do not deadlock.
  const ordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const chunk of chunksOf(ordered, CHUNK)) {
    const made = await tenant
      .insert('incidents', chunk)
      .onConflict((conflict) => conflict.columns(['org_id', 'id']).doNothing())
      .returning('id')
      .execute();
    for (const { id } of made) inserted.add(id);
  }
  return inserted;
}

/** The ids among these that the organization has. */
export async function knownIds(tenant: Tenant, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tenant.select('incidents').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function incidentsById(tenant: Tenant, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await tenant.select('incidents').selectAll().where('id', 'in', ids).execute();
  return withRelated(tenant, rows);
}

/** Repositories by id, including those no longer visible; and visible ones by full name, ignoring case. */
export async function ownRepositories(
  tenant: Tenant,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  return tenant
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
