import { sql, type Insertable, type Selectable } from 'kysely';
import { severityRank } from '../../engine/model/analysis.ts';
import { OPEN_CLASSES } from '../../engine/model/inventory.ts';
import type { Resolution } from '../../engine/model/resolution.ts';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { countOf, excluded, worstFirst } from './clauses.ts';
import type { AbsentDrift } from './drift-incidents.ts';
import type { Run } from './runs.ts';

export type UnmanagedObjectRow = Selectable<Tables['unmanaged_objects']>;
export type NewUnmanagedObject = Omit<Insertable<Tables['unmanaged_objects']>, 'org_id'>;

/** A type in an account and region, or in the place of a provider's configuration; empty where the type has none. */
export type ListingPlace = Pick<UnmanagedObjectRow, 'type' | 'account_id' | 'region' | 'place'>;

/** The configuration that is stored of an object, with the digest of the values that it was made of. */
export async function getStoredConfiguration(tenant: Tenant, identity: string) {
  return tenant
    .select('unmanaged_objects')
    .select(['import_status', 'import_detail', 'configuration', 'values_digest'])
    .where('identity', '=', identity)
    .executeTakeFirst();
}

const REPLACED = [
  'service',
  'name',
  'class',
  'parent',
  'owner',
  'severity',
  'severity_rule',
  'severity_reason',
  'tags',
  'created_at',
  'seen_by',
  'ignored_by',
  'import',
  'import_status',
  'import_detail',
  'configuration',
  'values_digest',
] as const;

/**
 * Stores an object that a run has seen, or sees again. One that was gone is as new as if it had never been there. What a
 * later run has seen, or has found gone, stays.
 */
export async function saveObject(tenant: Tenant, object: NewUnmanagedObject): Promise<void> {
  const wasGone = sql`unmanaged_objects.gone_at is not null`;
  await tenant
    .insert('unmanaged_objects', object)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'identity'])
        .doUpdateSet({
          ...excluded(REPLACED),
          last_seen_at: sql<Date>`excluded.last_seen_at`,
          first_seen_at: sql<Date>`case when ${wasGone} then excluded.first_seen_at else unmanaged_objects.first_seen_at end`,
          in_baseline: sql<boolean | null>`case when ${wasGone} then null else unmanaged_objects.in_baseline end`,
          gone_at: null,
          gone_as: null,
        })
        .whereRef('unmanaged_objects.last_seen_at', '<=', sql.ref('excluded.last_seen_at'))
        .where(sql<boolean>`coalesce(unmanaged_objects.gone_at <= excluded.last_seen_at, true)`),
    )
    .execute();
}

/**
 * Decides which objects of a run are news: those that the baseline of their list does not have. Without all states
 * (`isWhole`) nothing is news, since the other states may have it: that is left to a later run.
 */
export async function decideNews(tenant: Tenant, run: Run, isWhole: boolean): Promise<void> {
  await tenant
    .update('unmanaged_objects')
    .from('inventory_listings as lists')
    .whereRef('lists.org_id', '=', 'unmanaged_objects.org_id')
    .whereRef('lists.type', '=', 'unmanaged_objects.type')
    .whereRef('lists.account_id', '=', 'unmanaged_objects.account_id')
    .whereRef('lists.region', '=', 'unmanaged_objects.region')
    .whereRef('lists.place', '=', 'unmanaged_objects.place')
    .where('unmanaged_objects.seen_by', '=', run.id)
    .where('unmanaged_objects.last_seen_at', '=', run.started_at)
    .where('unmanaged_objects.in_baseline', 'is', null)
    .where('unmanaged_objects.class', '<>', 'waiting')
    .where((is) =>
      is.or([is('lists.baseline_by', '=', run.id), ...(isWhole ? [is('lists.baseline_by', 'is not', null)] : [])]),
    )
    .set({ in_baseline: sql<boolean>`lists.baseline_by = ${run.id} or lists.baseline_unreadable ? identity` })
    .execute();
}

/** The number of objects that a run has seen. */
export async function countSeen(tenant: Tenant, run: Run): Promise<number> {
  return countOf(
    tenant.select('unmanaged_objects').where('seen_by', '=', run.id).where('last_seen_at', '=', run.started_at),
  );
}

/** Objects of a list that a run has not seen, although its list was complete. */
export async function listUnseen(tenant: Tenant, place: ListingPlace, run: Run, limit: number) {
  return tenant
    .select('unmanaged_objects')
    .select(['id', 'identity', 'cloud_id', 'import'])
    .where('type', '=', place.type)
    .where('account_id', '=', place.account_id)
    .where('region', '=', place.region)
    .where('place', '=', place.place)
    .where('gone_at', 'is', null)
    .where('last_seen_at', '<', run.started_at)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Stores that a run's list has objects that nobody could read. */
export async function markListed(tenant: Tenant, identities: readonly string[], run: Run): Promise<void> {
  await tenant
    .update('unmanaged_objects')
    .set({ last_seen_at: run.started_at })
    .where('identity', '=', sql<string>`any(${[...identities]}::text[])`)
    .where('gone_at', 'is', null)
    .where('last_seen_at', '<', run.started_at)
    .execute();
}

/** Stores that objects are gone: a state has them now, or nobody has. */
export async function markGone(
  tenant: Tenant,
  ids: readonly string[],
  gone: { as: 'deleted' | 'managed'; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tenant
    .update('unmanaged_objects')
    .set({ gone_at: gone.at, gone_as: gone.as })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

/** Deletes objects that have been gone since before a time. */
export async function forgetGone(tenant: Tenant, before: Date): Promise<void> {
  await tenant.delete('unmanaged_objects').where('gone_at', '<', before).execute();
}

export type AfterNews = Pick<UnmanagedObjectRow, 'in_baseline' | 'severity' | 'type' | 'account_id' | 'region' | 'id'>;

const newsOf = (tenant: Tenant, run: Run) =>
  tenant
    .select('unmanaged_objects')
    .where('seen_by', '=', run.id)
    .where('last_seen_at', '=', run.started_at)
    .where('gone_at', 'is', null)
    .where('ignored_by', 'is', null)
    .where((is) =>
      is.or([is('class', '=', 'added'), is.and([is('class', '=', 'unmanaged'), is('in_baseline', 'is', false)])]),
    );

/** The number of objects of a run that become findings. */
export const countNews = (tenant: Tenant, run: Run): Promise<number> => countOf(newsOf(tenant, run));

/**
 * The objects of a run that become findings: parts that were added to managed objects, and unmanaged objects that are
 * not in the baseline, without those that a rule hides. New ones come first, then the worst, by type and location.
 */
export async function listNews(tenant: Tenant, run: Run, after: AfterNews | undefined, limit: number) {
  const isOld = sql<boolean>`in_baseline is distinct from false`;
  let query = newsOf(tenant, run).selectAll();
  if (after !== undefined) {
    const { in_baseline: inBaseline, severity, type, account_id: account, region, id } = after;
    const last = sql`${inBaseline !== false}, ${severityRank(severity) + 1}, ${type}, ${account}, ${region}, ${id}`;
    query = query.where(sql<boolean>`(${isOld}, ${worstFirst}, type, account_id, region, id) > (${last})`);
  }
  return query
    .orderBy(isOld)
    .orderBy(worstFirst)
    .orderBy('type')
    .orderBy('account_id')
    .orderBy('region')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Stores the incident of each object. */
export async function saveIncidentIds(tenant: Tenant, pairs: readonly { id: string; incident_id: string }[]) {
  if (pairs.length === 0) return;
  const rows = sql<{
    id: string;
    incident_id: string;
  }>`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)`.as<'pairs'>(sql`pairs (id text, incident_id text)`);
  await tenant
    .update('unmanaged_objects')
    .from(rows)
    .whereRef('unmanaged_objects.id', '=', 'pairs.id')
    .set((from) => ({ incident_id: from.ref('pairs.incident_id') }))
    .execute();
}

/**
 * The open incidents whose object is gone, is hidden by a rule, or is nobody's to decide about any more, as the
 * inventory of this run saw it. Without all states (`isWhole`) the class of an object says nothing.
 */
export async function listSettledIncidents(tenant: Tenant, run: Run, isWhole: boolean): Promise<AbsentDrift[]> {
  const resolution = sql<Resolution>`case
    when gone_as = 'managed' then 'codified' when gone_as = 'deleted' then 'reverted'
    when ignored_by is not null then 'ignored' else 'superseded' end`;
  const rows = await tenant
    .select('unmanaged_objects')
    .innerJoin('incidents', (join) =>
      join
        .onRef('incidents.org_id', '=', 'unmanaged_objects.org_id')
        .onRef('incidents.id', '=', 'unmanaged_objects.incident_id'),
    )
    .select(['incidents.id', resolution.as('resolution')])
    .where('incidents.status', '=', 'open')
    .where('incidents.kind', '=', 'unmanaged')
    .where((is) =>
      is.or([
        is('unmanaged_objects.gone_at', 'is not', null),
        is('unmanaged_objects.ignored_by', 'is not', null),
        ...(isWhole ? [is('unmanaged_objects.class', 'not in', [...OPEN_CLASSES])] : []),
      ]),
    )
    .execute();
  return rows.map((row) => ({ ...row, looked_at: run.started_at }));
}
