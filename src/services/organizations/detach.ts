import type { Transaction } from 'kysely';
import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { plural } from '../../base/plural.ts';
import { countUnfinished } from '../../store/queries/analyses.ts';
import { lockOrganization } from '../../store/queries/billing.ts';
import { lockAccount } from '../../store/queries/installations.ts';
import { detachOrganization, insertDeletion, type DeletionRow } from '../../store/queries/organization-deletions.ts';
import type { OrganizationRow } from '../../store/queries/organizations.ts';
import type { Tables } from '../../store/tables.ts';
import type { Base } from '../base/context.ts';
import type { WithCodeHosts } from '../webhooks/port.ts';
import type { WithBilling } from '../billing/port.ts';
import { actorColumns, audited, type Auditor } from '../audit/audited.ts';
import { isSubscribed } from '../billing/standing.ts';

type Deps = Auditor & Pick<Base, 'queue'> & WithCodeHosts & WithBilling;

/**
 * Removes an organization: from now on it is nobody's and is found nowhere, and what it has is erased in the background. Its log
 * goes with it, so that who wanted it is noted apart. 409 while an analysis waits or runs, or where it would go on being paid for.
 * @param expired only if its installation was gone by then, and still is
 */
export async function detach(
  deps: Deps,
  organization: Pick<OrganizationRow, 'id' | 'account_id'>,
  expired?: { before: Date },
): Promise<DeletionRow> {
  const { id, account_id: accountId } = organization;
  return audited(deps, async (trx) => {
    // As the events of its account do, so that none of them crosses.
    if (accountId !== null) for (const codehost of deps.codehosts.keys()) await lockAccount(trx, codehost, accountId);
    const row = await free(trx, deps, id);
    if (expired && !(row.uninstalled_at && row.uninstalled_at < expired.before))
      throw new AppError('conflict', 'It has its App again.');
    const { login } = row;
    const deletion = await insertDeletion(trx, {
      id: newId('del'),
      organization_id: id,
      login,
      ...actorColumns(deps.principal),
      request_id: deps.request_id,
    });
    await detachOrganization(trx, id, accountId, deletion.requested_at);
    await deps.queue.send('erase', { org_id: id }, { db: trx, singletonKey: id });
    const target = { kind: 'organization', id };
    return { result: deletion, event: { org_id: id, action: 'organization.delete', target, detail: { login } } };
  });
}

/** The organization, which nothing keeps. */
async function free(trx: Transaction<Tables>, { billing }: Deps, id: string): Promise<OrganizationRow> {
  const row = await lockOrganization(trx, id);
  if (!row || row.deleting_at) throw new AppError('not_found', 'No such organization.');
  const unfinished = await countUnfinished(trx, id);
  if (unfinished > 0)
    throw new AppError(
      'conflict',
      `${plural(unfinished, 'analysis', 'analyses')} of it wait or run: wait for them, or cancel them with cancel_analyses=true.`,
    );
  if (billing && isSubscribed(row.billing_status) && !row.cancel_at_period_end)
    throw new AppError('conflict', 'Its subscription would go on being paid for: cancel that first (billing/portal).');
  return row;
}
