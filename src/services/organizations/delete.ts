import type { Transaction } from 'kysely';
import { AppError } from '../../base/errors.ts';
import { unfinishedAnalyses, countUnfinished } from '../../store/queries/analyses.ts';
import {
  listDeletions as query,
  detachOrganization,
  insertDeletion,
  uninstalledBefore,
  type DeletionRow,
} from '../../store/queries/organization-deletions.ts';
import { newId } from '../../base/ids.ts';
import { plural } from '../../base/plural.ts';
import { lockOrganization } from '../../store/queries/billing.ts';
import { lockAccount } from '../../store/queries/installations.ts';
import { getOrganization, type OrganizationRow } from '../../store/queries/organizations.ts';
import type { Tables } from '../../store/tables.ts';
import type { WithBilling } from '../billing/port.ts';
import type { WithCodeHosts } from '../webhooks/port.ts';
import { cancelAnalysis } from '../analyses/cancel.ts';
import { requireScope, requireOperator, type Ctx, type Base } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { actorColumns, audited, type Auditor } from '../audit/audited.ts';
import { isSubscribed } from '../billing/customer.ts';
import { pick, timeOf } from '../base/present.ts';
import { scoped } from '../../store/scope.ts';

type Input = { org_id: string; confirm: string; cancel_analyses: boolean };

/**
 * Deletes an organization with all its data, for good. `confirm` is its login. 409 if it is not, if its subscription
 * would continue, or while an analysis waits or runs, unless `cancel_analyses` is set.
 */
export async function deleteOrganization(ctx: Ctx & WithCodeHosts & WithBilling, input: Input): Promise<Deletion> {
  const organization = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  if (input.confirm !== organization.login)
    throw new AppError('conflict', `Nothing was deleted: confirm has to be the organization’s login.`);
  if (input.cancel_analyses)
    for (const id of await unfinishedAnalyses(scoped(ctx.store.db, { org_id: organization.id })))
      await cancelled(ctx, id);
  return presentDeletion(await detach(ctx, organization));
}

/** Cancels an analysis; it may have ended meanwhile. */
async function cancelled(ctx: Ctx, id: string): Promise<void> {
  await cancelAnalysis(ctx, { id }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  });
}

/** The record of a deleted organization. */
export type Deletion = ReturnType<typeof presentDeletion>;

const presentDeletion = (row: DeletionRow) => ({
  ...pick(row, 'id', 'organization_id', 'login'),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, hint: row.actor_hint },
  request_id: row.request_id,
  requested_at: row.requested_at.toISOString(),
  finished_at: timeOf(row.finished_at),
});

/** The deleted organizations with the actors, newest first. Operator only. */
export async function listDeletions(ctx: Ctx, input: PageRequest): Promise<Page<Deletion>> {
  requireOperator(ctx);
  return page(input, (limit, after) => query(ctx.store.db, { limit, after }), presentDeletion);
}

type Deps = Auditor & Pick<Base, 'queue'> & WithCodeHosts & WithBilling;

/**
 * Deletes an organization: from now on nobody can find or access it, and its data is erased in the background. Its
 * audit log is erased too, so the deletion and its actor are recorded elsewhere. 409 while an analysis waits or runs,
 * or if it would still be paid for.
 * @param expired deletes only if the installation was gone before that time, and still is
 */
async function detach(
  deps: Deps,
  organization: Pick<OrganizationRow, 'id' | 'account_id'>,
  expired?: { before: Date },
): Promise<DeletionRow> {
  const { id, account_id: accountId } = organization;
  return audited(deps, async (trx) => {
    // Events of the account take the same lock, so that none interferes.
    if (accountId !== null) for (const codehost of deps.codehosts.keys()) await lockAccount(trx, codehost, accountId);
    const row = await lockRemovable(trx, deps, id);
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

/** Locks an organization that may be deleted. Throws 404, or 409 while an analysis or a subscription prevents it. */
async function lockRemovable(trx: Transaction<Tables>, { billing }: Deps, id: string): Promise<OrganizationRow> {
  const row = await lockOrganization(trx, id);
  if (!row || row.deleting_at) throw new AppError('not_found', 'No such organization.');
  const unfinished = await countUnfinished(scoped(trx, { org_id: id }));
  if (unfinished > 0)
    throw new AppError(
      'conflict',
      `${plural(unfinished, 'analysis', 'analyses')} of it wait or run: wait for them, or cancel them with cancel_analyses=true.`,
    );
  if (billing && isSubscribed(row.billing_status) && !row.cancel_at_period_end)
    throw new AppError('conflict', 'Its subscription would go on being paid for: cancel that first (billing/portal).');
  return row;
}

const DAY_MS = 24 * 3600_000;

/**
 * Deletes the organizations whose App was uninstalled more than `days` ago. Skips those with a running analysis or a
 * subscription until the next call.
 */
export async function expireUninstalled(
  services: Base & WithCodeHosts & WithBilling,
  days: number,
  now: Date = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  for (const { id } of await uninstalledBefore(services.store.db, before)) {
    const organization = await getOrganization(services.store.db, id);
    const deps = { ...services, principal: { kind: 'system', name: 'retention' }, request_id: null } as const;
    if (organization)
      await detach(deps, organization, { before }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
  }
}
