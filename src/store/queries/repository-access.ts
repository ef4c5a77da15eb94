import { chunksOf } from '../../base/chunks.ts';
import type { Moment } from '../moment.ts';
import type { Tenant } from '../scope.ts';
import type { RepositoryRow } from './repositories.ts';
import { isAccessOlder, settleVisibility } from './repository-facts.ts';
import { CHUNK } from './clauses.ts';

/** All repositories that an organization ever had at a code host, inaccessible ones too. */
export async function knownRepositories(tenant: Tenant, codehost: string): Promise<RepositoryRow[]> {
  return tenant.select('repositories').selectAll().where('codehost', '=', codehost).execute();
}

/** Stores whether the App may see these known repositories, unless something newer is stored. */
export async function changeAccess(
  tenant: Tenant,
  codehost: string,
  externalIds: readonly number[],
  { accessible, moment }: { accessible: boolean; moment: Moment },
): Promise<void> {
  for (const chunk of chunksOf(externalIds, CHUNK)) {
    await tenant
      .update('repositories')
      .set({ accessible, access_at: moment.at, access_sent_at: moment.sent_at, updated_at: new Date() })
      .where('codehost', '=', codehost)
      .where('external_id', 'in', chunk)
      .where(isAccessOlder(moment))
      .execute();
    await settleVisibility(
      tenant.db,
      codehost,
      chunk.map((external_id) => ({ external_id })),
    );
  }
}

/** The latest access time of an organization's repositories at a code host; undefined where it has none. */
export async function latestAccess(tenant: Tenant, codehost: string): Promise<Date | undefined> {
  const row = await tenant
    .select('repositories')
    .select((is) => is.fn.max('access_at').as('at'))
    .where('codehost', '=', codehost)
    .executeTakeFirst();
  return row?.at ?? undefined;
}
