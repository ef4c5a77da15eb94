import { AppError } from '../../base/errors.ts';
import { CodeHostProblem, type HostInstallation } from '../../base/code-host.ts';
import { getInstallation } from '../../store/queries/installations.ts';
import { getOrganization, takeAsking, getOrganizationByInstallation } from '../../store/queries/organizations.ts';
import { transact } from '../../store/transact.ts';
import type { WithApps } from '../codehosts/port.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { requestSync } from '../codehosts/request-sync.ts';
import { presentOrganization, type Organization } from '../access/organization.ts';
import { HopelessDelivery } from './account.ts';
import { settleLook } from './sync.ts';

/** A key makes us ask no more often than this, since what the App may ask is for all organizations together. */
const PATIENCE_SECONDS = 10;

/**
 * Learns of an installation that no delivery told of, from the code host itself; its repositories follow in the background.
 * For the operator, and for a key of the very account that has it: nobody else can tell whether there is one. Nothing
 * happens where there is none. 409 where the operator has to say first whose it is, 503 where the code host cannot be asked.
 */
async function meetInstallation(ctx: Ctx & WithApps, id: number): Promise<void> {
  for (const app of ctx.apps.values()) {
    const known = await getInstallation(ctx.store.db, { codehost: app.name, id });
    if (known?.status === 'deleted' || !(await mayAsk(ctx))) continue;
    const asked_at = new Date();
    const { installation, app_id } = await asking(async () => ({
      installation: await app.getInstallation(id),
      app_id: (await app.getApp()).id,
    }));
    if (!installation || !(await isMine(ctx, installation))) continue;
    await naming(ctx, () =>
      transact(ctx.store, async (trx) => {
        const look = { app, app_id, asked_at, wish: 0 };
        const there = await settleLook(trx, ctx.queue, look, { installation, repositories: undefined });
        if (there) await requestSync(trx, ctx.queue, { codehost: app.name, id });
      }),
    );
  }
}

async function mayAsk({ store, principal }: Ctx): Promise<boolean> {
  return principal.kind === 'operator' || takeAsking(store.db, principal.org_id, PATIENCE_SECONDS);
}

async function isMine({ store, principal }: Ctx, { account }: HostInstallation): Promise<boolean> {
  if (principal.kind === 'operator') return true;
  const own = await getOrganization(store.db, principal.org_id);
  return own?.account_id === account.id;
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CodeHostProblem)) throw error;
    const wait = error.retry_at ? Math.ceil((error.retry_at.getTime() - Date.now()) / 1000) : 30;
    throw new AppError('unavailable', 'The code host cannot be asked for this installation now.', {
      retryAfter: Math.min(Math.max(wait, 1), 3600),
      cause: error,
    });
  }
}

/** What has to be said first is for the operator: it names other organizations. */
async function naming({ principal }: Ctx, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof HopelessDelivery)) throw error;
    if (principal.kind === 'operator') throw new AppError('conflict', error.message, { cause: error });
  }
}

/**
 * The organization that an installation of the code host's App belongs to. One that no delivery told of is asked for at the code
 * host. 404 for another organization's.
 */
export async function getByInstallation(ctx: Ctx & WithApps, input: { id: number }): Promise<Organization> {
  requireScope(ctx, 'read');
  let row = await getOrganizationByInstallation(ctx.store.db, input.id);
  if (!row) {
    await meetInstallation(ctx, input.id);
    row = await getOrganizationByInstallation(ctx.store.db, input.id);
  }
  const mine = ctx.principal.kind === 'operator' || ctx.principal.org_id === row?.id;
  if (!row || !mine) throw new AppError('not_found', 'No organization with this installation.');
  return presentOrganization(row);
}
