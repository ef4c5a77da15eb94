import type { OrganizationRow } from '../src/store/queries/organizations.ts';
import type { Executor } from '../src/store/scope.ts';

/** Finds an organization by the code host's id of its account. */
export async function getOrganizationByAccount(db: Executor, accountId: number): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organizations').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}
