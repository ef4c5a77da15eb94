import { sql, type Insertable, type Selectable } from 'kysely';
import { SEVERITIES, type FindingKind, type Severity, type SimilarIncident } from '../../engine/model/analysis.ts';
import { type Resolution } from '../../engine/model/resolution.ts';
import { scoped, type Executor, type Tenants, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { listSimilar } from './similar-incidents.ts';
import { holds, ofDrift } from './clauses.ts';

export type IncidentRow = Selectable<Tables['incidents']>;

/** Throws a unique violation of `incidents_pkey` when the organization has an incident with this id. */
export async function insertIncident(db: Executor, row: Insertable<Tables['incidents']>): Promise<IncidentRow> {
  return scoped(db, { org_id: row.org_id }).insert('incidents', row).returningAll().executeTakeFirstOrThrow();
}

/** An incident with the previous and the next one of the same drift and similar ones, if those still exist. */
export type ShownIncidentRow = IncidentRow & { next_id: string | null; similar: SimilarIncident[] };

/** Adds the related incidents to rows. */
export async function withRelated<Row extends IncidentRow>(
  tenants: Tenants,
  rows: readonly Row[],
): Promise<(Row & ShownIncidentRow)[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const earlier = rows.flatMap((row) => row.previous_id ?? []);
  const found = await tenants
    .select('incidents')
    .select(['org_id', 'id', 'previous_id'])
    .where((is) => is.or([is('previous_id', 'in', ids), ...(earlier.length > 0 ? [is('id', 'in', earlier)] : [])]))
    .orderBy('id', 'desc')
    .execute();
  const similarRows = await listSimilar(tenants, ids);
  const nameOf = (orgId: string, id: string | null) => `${orgId} ${id ?? ''}`;
  const there = new Set(found.map((one) => nameOf(one.org_id, one.id)));
  const similar = Map.groupBy(similarRows, (one) => nameOf(one.org_id, one.incident_id));
  const next = new Map(found.map((one) => [nameOf(one.org_id, one.previous_id), one.id]));
  return rows.map((row) => ({
    ...row,
    previous_id: there.has(nameOf(row.org_id, row.previous_id)) ? row.previous_id : null,
    next_id: next.get(nameOf(row.org_id, row.id)) ?? null,
    similar: (similar.get(nameOf(row.org_id, row.id)) ?? []).map(({ org_id: _org, incident_id: _of, ...one }) => one),
  }));
}

/** The incidents with this id: at most one for each organization in scope. The first stored one leads. */
export async function findIncidents(tenants: Tenants, id: string): Promise<ShownIncidentRow[]> {
  const found = tenants
    .select('incidents')
    .selectAll()
    .where('id', '=', id)
    .orderBy('stored_at')
    .orderBy('created_at')
    .orderBy('org_id')
    .limit(2);
  return withRelated(tenants, await found.execute());
}

/** Deletes an incident and its vectors. False when there is none with this id. */
export async function deleteIncident(tenant: Tenant, id: string): Promise<boolean> {
  const result = await tenant.delete('incidents').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export type IncidentFilter = {
  repo_id?: string | undefined;
  status?: IncidentRow['status'] | undefined;
  source?: IncidentRow['source'] | undefined;
  severity?: Severity | undefined;
  resolution?: Resolution | undefined;
  kind?: FindingKind | undefined;
  type?: string | undefined;
  region?: string | undefined;
  account?: string | undefined;
  resource?: string | undefined;
  /** The state that it was last seen in. */
  state_key?: string | undefined;
  /** A part of the address or the summary, ignoring case. */
  q?: string | undefined;
  /** The first and the last day to include, YYYY-MM-DD. */
  since?: string | undefined;
  until?: string | undefined;
};
/** A position in a list of incidents; `rank` for a list by severity. */
export type AfterIncident = { date: string; id: string; rank?: number };

export const INCIDENT_ORDERS = ['newest', 'oldest', 'severity'] as const;
export type IncidentOrder = (typeof INCIDENT_ORDERS)[number];

/** 1 for the worst; incidents written by hand have no severity and come last. */
const rank = sql<number>`coalesce(array_position(${sql.lit(`{${SEVERITIES.join(',')}}`)}::text[], severity), 6)`;

const EQUAL = ['repo_id', 'status', 'source', 'severity', 'resolution', 'kind', 'type', 'region', 'state_key'] as const;

function filtered(tenants: Tenants, { resource, q, since, until, account, ...equal }: IncidentFilter) {
  let query = tenants.select('incidents');
  for (const column of EQUAL) if (equal[column] !== undefined) query = query.where(column, '=', equal[column]);
  if (account !== undefined) query = query.where('account_id', '=', account);
  // By its hash, which the index holds.
  if (resource !== undefined)
    query = query.where(sql<boolean>`resource_md5 = md5(${resource})`).where('resource', '=', resource);
  if (q !== undefined) query = query.where((is) => is.or([holds(sql`resource`, q), holds(sql`summary`, q)]));
  if (since !== undefined) query = query.where('date', '>=', since);
  if (until !== undefined) query = query.where('date', '<=', until);
  return query;
}

/** An incident in a list, with the rank of its severity. */
export type ListedIncidentRow = ShownIncidentRow & { rank: number };

type IncidentPage = IncidentFilter & {
  limit: number;
  after: AfterIncident | undefined;
  sort?: IncidentOrder | undefined;
};

/** The latest first, unless another order is given; with equal severity the latest first, too. */
export async function listIncidents(
  tenants: Tenants,
  { limit, after, sort = 'newest', ...filter }: IncidentPage,
): Promise<ListedIncidentRow[]> {
  let query = filtered(tenants, filter).selectAll().select(rank.as('rank'));
  if (after !== undefined) {
    const at = sql`(${after.date}::date, ${after.id})`;
    const next = sort === 'oldest' ? sql<boolean>`(date, id) > ${at}` : sql<boolean>`(date, id) < ${at}`;
    const { rank: reached = 1 } = after;
    const further = sql<boolean>`(${rank} > ${reached} or (${rank} = ${reached} and ${next}))`;
    query = query.where(sort === 'severity' ? further : next);
  }
  if (sort === 'severity') query = query.orderBy(rank);
  const direction = sort === 'oldest' ? 'asc' : 'desc';
  return withRelated(tenants, await query.orderBy('date', direction).orderBy('id', direction).limit(limit).execute());
}

/** The distinct resource types, regions and accounts of all incidents, at most 500 each. */
export async function incidentChoices(tenants: Tenants) {
  // Few combinations remain of many incidents: the three lists are sorted from these, not from all rows.
  const combinations = tenants.select('incidents').select(['type', 'region', 'account_id']).distinct();
  const distinct = (column: 'type' | 'region' | 'account_id') =>
    sql<
      string[]
    >`coalesce((array_agg(distinct ${sql.ref(column)}) filter (where ${sql.ref(column)} is not null))[1:500], '{}')`;
  return tenants.db
    .selectFrom(combinations.as('combinations'))
    .select([distinct('type').as('types'), distinct('region').as('regions'), distinct('account_id').as('accounts')])
    .executeTakeFirstOrThrow();
}

/** Counts matching incidents by status and severity. */
export async function countIncidents(tenants: Tenants, filter: IncidentFilter) {
  return filtered(tenants, filter)
    .select(['status', 'severity', sql<number>`count(*)::int`.as('count')])
    .groupBy(['status', 'severity'])
    .execute();
}

/** The number of open incidents of each repository; repositories without one are missing. */
export async function openIncidents(tenants: Tenants, repositories: { id: string }[]): Promise<Map<string, number>> {
  if (repositories.length === 0) return new Map();
  const ids = repositories.map(({ id }) => id);
  const rows = await tenants
    .select('incidents')
    .select(['repo_id', sql<number>`count(*)::int`.as('open')])
    .where('repo_id', 'in', ids)
    .where('status', '=', 'open')
    .groupBy('repo_id')
    .execute();
  return new Map(rows.map(({ repo_id: repoId, open }) => [repoId ?? '', open]));
}

/** The number of open drift incidents in each state of an organization. */
export async function countOpenIncidents(tenant: Tenant): Promise<Map<string, number>> {
  const rows = await tenant
    .select('incidents')
    .select(['state_key', sql<number>`count(*)::int`.as('count')])
    .where('source', '=', 'drift')
    .where('status', '=', 'open')
    .where(ofDrift)
    .groupBy('state_key')
    .execute();
  return new Map(rows.map(({ state_key: key, count }) => [key ?? '', count]));
}
