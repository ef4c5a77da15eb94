import type { Tenant } from '../scope.ts';
import { chunksOf } from '../../base/chunks.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Severity } from '../../engine/model/analysis.ts';
import type { Tables } from '../tables.ts';
import { CHUNK, excluded, holds } from './clauses.ts';

export type StateRow = Selectable<Tables['states']>;

/** Stores states as an analysis found them. With `all`, every other state of the organization is deleted. */
export async function saveStates(
  tenant: Tenant,
  rows: readonly Omit<Insertable<Tables['states']>, 'org_id'>[],
  { all, analysis_id }: { all: boolean; analysis_id: string },
): Promise<void> {
  for (const chunk of chunksOf(rows, CHUNK))
    await tenant
      .insert('states', chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'key'])
          .doUpdateSet(
            excluded([
              'serial',
              'lineage',
              'terraform_version',
              'status',
              'code',
              'detail',
              'counts',
              'severity',
              'analysis_id',
              'analysed_at',
            ]),
          ),
      )
      .execute();
  if (all) await tenant.delete('states').where('analysis_id', '<>', analysis_id).execute();
}

export type StateFilter = {
  /** A part of the key, ignoring case. */
  q?: string | undefined;
  status?: StateRow['status'] | undefined;
  /** The worst severity in the last analysis. */
  severity?: Severity | undefined;
};

/** The states of an organization by key, after the key `after`. */
export async function listStates(
  tenant: Tenant,
  { after, limit, q, status, severity }: StateFilter & { after: string | undefined; limit: number },
): Promise<StateRow[]> {
  return tenant
    .select('states')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('key', '>', after ?? ''))
    .$if(q !== undefined, (query) => query.where(holds(sql`key`, q ?? '')))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'read'))
    .$if(severity !== undefined, (query) => query.where('severity', '=', severity ?? 'none'))
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** By key. */
export async function listStateStatuses(tenant: Tenant) {
  return tenant.select('states').select(['key', 'status', 'severity']).orderBy('key').execute();
}

/** The keys of the organization's states, in order. */
export async function listStateKeys(tenant: Tenant): Promise<string[]> {
  const rows = await tenant.select('states').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

/** The last analysis of a state: when, and whether the state could be read. */
export type LatestCheck = Pick<StateRow, 'key' | 'analysis_id' | 'status' | 'analysed_at'>;

/** The last analysis of each of an organization's states, newest first. */
export async function latestChecks(tenant: Tenant): Promise<LatestCheck[]> {
  return tenant
    .select('states')
    .select(['key', 'analysis_id', 'status', 'analysed_at'])
    .orderBy('analysis_id', 'desc')
    .orderBy('key')
    .execute();
}
