import { AppError } from '../../base/errors.ts';
import { CodeHostProblem, type HostInstallation } from '../../base/code-host.ts';
import { getInstallation } from '../../store/queries/installations.ts';
import { getOrganization, takeAsking, getOrganizationByInstallation } from '../../store/queries/organizations.ts';
import { transact } from '../../store/transact.ts';
import type { WithApps } from '../codehosts/port.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { knownOrganization, presentOrganization, type Organization } from '../access/organization.ts';
import { HopelessDelivery } from './account.ts';
import { requestSync, saveSync } from './sync.ts';

/**
 * A key causes at most one request to the code host in this time, since all organizations share the App's rate limit.
 */
const MIN_INTERVAL_SECONDS = 10;

/**
 * Reads an installation that no delivery has reported from the code host; its repositories follow in the background.
 * Works for the operator and for keys of the installation's account, and does not reveal to anybody else whether it
 * exists. Does nothing if there is none. 409 if the operator has to assign it first, 503 if the code host cannot be
 * read.
 */
async function discoverInstallation(ctx: Ctx & WithApps, id: number): Promise<void> {
  for (const app of ctx.apps.values()) {
    const known = await getInstallation(ctx.store.db, { codehost: app.name, id });
    if (known?.status === 'deleted' || !(await mayAsk(ctx))) continue;
    const read_at = new Date();
    const { installation, app_id } = await orUnavailable(async () => ({
      installation: await app.getInstallation(id),
      app_id: (await app.getApp()).id,
    }));
    if (!installation || !(await isMine(ctx, installation))) continue;
    await reportingConflicts(ctx, () =>
      transact(ctx.store, async (trx) => {
        const read = { app, app_id, read_at, request: 0 };
        const exists = await saveSync(trx, ctx.queue, read, { installation, repositories: undefined });
        if (exists) await requestSync(trx, ctx.queue, { codehost: app.name, id });
      }),
    );
  }
}

async function mayAsk({ store, principal }: Ctx): Promise<boolean> {
  return principal.kind === 'operator' || takeAsking(store.db, principal.org_id, MIN_INTERVAL_SECONDS);
}

async function isMine({ store, principal }: Ctx, { account }: HostInstallation): Promise<boolean> {
  if (principal.kind === 'operator') return true;
  const own = await getOrganization(store.db, principal.org_id);
  return own?.account_id === account.id;
}

async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
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

/** Reports a conflict to the operator only, since its message names other organizations. */
async function reportingConflicts({ principal }: Ctx, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof HopelessDelivery)) throw error;
    if (principal.kind === 'operator') throw new AppError('conflict', error.message, { cause: error });
  }
}

/**
 * Returns the organization that an installation of the code host's App belongs to. An unknown installation is read from
 * the code host. 404 for another organization's.
 */
export async function getByInstallation(ctx: Ctx & WithApps, input: { id: number }): Promise<Organization> {
  requireScope(ctx, 'read');
  const own = knownOrganization(ctx.principal);
  let row = own?.installation_id === input.id ? own : await getOrganizationByInstallation(ctx.store.db, input.id);
  if (!row) {
    await discoverInstallation(ctx, input.id);
    row = await getOrganizationByInstallation(ctx.store.db, input.id);
  }
  const mine = ctx.principal.kind === 'operator' || ctx.principal.org_id === row?.id;
  if (!row || !mine) throw new AppError('not_found', 'No organization with this installation.');
  return presentOrganization(row);
}
