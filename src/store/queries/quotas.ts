import { sql } from 'kysely';
import { scoped, within, type Executor, type Tenant } from '../scope.ts';
import { countOf } from './clauses.ts';
import { isDrift } from './findings.ts';

/** A rotated key expires, but its row stays for the log. */
const KEY_WORKS = sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`;

/** Resources whose quota limits a number of rows. */
type Counted = 'keys' | 'incidents' | 'states';

/** The quotas that the operator set for an organization, by resource, in place of the defaults. */
export async function listQuotas(tenant: Tenant): Promise<Map<string, number>> {
  const rows = await tenant.select('organization_quotas').select(['resource', 'quota']).execute();
  return new Map(rows.map(({ resource, quota }) => [resource, quota]));
}

/** Sets an organization's quota of a resource; null restores the default. */
export async function saveQuota(tenant: Tenant, resource: string, quota: number | null): Promise<void> {
  if (quota === null) {
    await tenant.delete('organization_quotas').where('resource', '=', resource).execute();
    return;
  }
  await tenant
    .insert('organization_quotas', { resource, quota })
    .onConflict((conflict) => conflict.columns(['org_id', 'resource']).doUpdateSet({ quota }))
    .execute();
}

/** The number of an organization's rows; counting stops at `most`. Keys that no longer work do not count. */
export async function countUpTo(tenant: Tenant, resource: Counted, most: number): Promise<number> {
  const table = ({ keys: 'api_keys', incidents: 'incidents', states: 'states' } as const)[resource];
  const rows = tenant
    .select(table)
    .select(sql<number>`1`.as('one'))
    .$if(resource === 'keys', (query) => query.where(KEY_WORKS))
    .limit(most);
  return countOf(tenant.db.selectFrom(rows.as('counted')));
}

/** The bytes of an organization's stored findings and verdicts. */
export async function sumStoredBytes(tenant: Tenant): Promise<number> {
  const { bytes } = await tenant
    .select('analyses')
    .select(sql<number>`coalesce(sum(stored_bytes), 0)::float8`.as('bytes'))
    .where('stored_bytes', '>', 0)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Stores the bytes of a finished analysis's results, and how many drifts opened no incident. */
export async function noteStored(tenant: Tenant, analysisId: string): Promise<void> {
  const findings = tenant
    .select('findings')
    .where('analysis_id', '=', analysisId)
    .select(sql<number>`coalesce(sum(pg_column_size(document)), 0)`.as('bytes'));
  const verdicts = tenant
    .select('coverage')
    .where('analysis_id', '=', analysisId)
    .select(sql<number>`coalesce(sum(pg_column_size(coverage.*)), 0)`.as('bytes'));
  const omitted = tenant
    .select('findings')
    .where('analysis_id', '=', analysisId)
    .where('incident_id', 'is', null)
    .where(isDrift)
    .where(sql<boolean>`document->'caused_by' is null`)
    .select(sql<number>`count(*)::int`.as('count'));
  await tenant
    .update('analyses')
    .set({
      stored_bytes: sql<number>`(${findings}) + (${verdicts})`,
      incidents_omitted: sql<number>`(${omitted})`,
    })
    .where('id', '=', analysisId)
    .execute();
}

/** An organization that is close to a quota. */
export type NearQuota = { org_id: string; login: string; resource: Counted | 'bytes'; used: number; quota: number };

/** Organizations of the whole instance that use at least this share of a quota, the fullest first. */
export async function listNearQuota(
  db: Executor,
  { defaults, share, most }: { defaults: Readonly<Record<Counted | 'bytes', number>>; share: number; most: number },
): Promise<NearQuota[]> {
  const all = scoped(db, 'instance');
  const rows = sql<number>`count(*)::float8`.as('used');
  const usages = {
    keys: all.select('api_keys').where(KEY_WORKS).groupBy('org_id').select(['org_id', rows]),
    incidents: all.select('incidents').groupBy('org_id').select(['org_id', rows]),
    states: all.select('states').groupBy('org_id').select(['org_id', rows]),
    bytes: all
      .select('analyses')
      .where('stored_bytes', '>', 0)
      .groupBy('org_id')
      .select(['org_id', sql<number>`sum(stored_bytes)::float8`.as('used')]),
  };
  const near: NearQuota[] = [];
  for (const resource of ['keys', 'incidents', 'states', 'bytes'] as const) {
    const own = all.select('organization_quotas').where('resource', '=', resource).select(['org_id', 'quota']);
    const quota = sql<number>`coalesce(own.quota, ${defaults[resource]}::float8)::float8`;
    const found = await within(db, 'instance')
      .selectFrom(usages[resource].as('usage'))
      .innerJoin('organizations', 'organizations.id', 'usage.org_id')
      .leftJoin(own.as('own'), 'own.org_id', 'usage.org_id')
      .where('organizations.deleting_at', 'is', null)
      .where(sql<boolean>`usage.used >= ${quota} * ${share}::float8`)
      .select(['usage.org_id', 'organizations.login', 'usage.used', quota.as('quota')])
      .orderBy(sql`usage.used / greatest(${quota}, 1)`, 'desc')
      .limit(most)
      .execute();
    near.push(...found.map((one) => ({ ...one, resource })));
  }
  const fullness = ({ used, quota }: NearQuota) => used / Math.max(quota, 1);
  return near.toSorted((a, b) => fullness(b) - fullness(a)).slice(0, most);
}
