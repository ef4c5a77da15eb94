import { CodeHostProblem, type HostInstallation, type HostRepository } from '../../base/code-host.ts';
import {
  getInstallation,
  lockAccount,
  noteInstallation,
  currentInstallation,
  saveInstallationError,
  recordSync,
  requestSync as countRequest,
  type InstallationRow,
} from '../../store/queries/installations.ts';
import { clearRepositoryErrors, lackingRepositories } from '../../store/queries/repositories.ts';
import { transact } from '../../store/transact.ts';
import { latestAccess } from '../../store/queries/repository-access.ts';
import { endAccess } from '../../store/queries/repository-facts.ts';
import { scoped, type Trx } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';
import type { WithApps, CodeHostApp } from '../codehosts/port.ts';
import { concealDetails } from '../publishing/conceal.ts';
import { askForStale } from '../state-mapping/ask.ts';
import { grants, hostErrorOf } from '../codehosts/status.ts';
import { followAccount, nameNow, unfollowInstallation } from './account.ts';
import { noteRepositories } from './note-repositories.ts';

/** One read of the code host by an App. `request`: the number of the latest sync request that the read completes. */
type SyncRead = { app: CodeHostApp; app_id: number; read_at: Date; request: number };

/**
 * Syncs one installation, its organization and repositories with the code host. Does nothing if the App is not
 * configured, or if the sync for a later request covered this one. A lasting refusal of the code host becomes the
 * status of the repositories. A temporary error is thrown, so that the queue retries.
 */
export async function syncInstallation(
  services: Base & WithApps,
  job: { codehost: string; installation_id: number; wanted: number },
  signal?: AbortSignal,
): Promise<void> {
  const { codehost, installation_id: id, wanted } = job;
  const app = services.apps.get(codehost);
  const known = await getInstallation(services.store.db, { codehost, id });
  if (!app || !known || known.status === 'deleted' || known.sync_done >= wanted) return;
  const read_at = new Date();
  await storingLastingErrors(services, { codehost, id }, async () => {
    const { id: app_id } = await app.getApp();
    const read = { app, app_id, read_at, request: known.sync_wanted };
    const installation = await app.getInstallation(id);
    if (installation) await syncRepositories(services, read, installation, signal);
    else await noteGone(services, read, known);
  });
}

/**
 * Requests a sync of a known installation, which reads the code host after this call. One sync completes all requests
 * that arrive before it starts.
 */
export async function requestSync(
  trx: Trx,
  queue: Base['queue'],
  { codehost, id }: { codehost: string; id: number },
): Promise<void> {
  const request = await countRequest(trx, { codehost, id });
  if (request === undefined) return;
  const singletonKey = `${codehost}/${id}/${request}`;
  await queue.send('sync', { codehost, installation_id: id, wanted: request }, { db: trx, singletonKey });
}

/**
 * Reads and stores the repositories of an installation. Throws `CodeHostProblem`, and `HopelessDelivery` if no
 * organization can be found or created for it.
 */
export async function syncRepositories(
  { store, queue }: Base,
  read: SyncRead,
  installation: HostInstallation,
  signal?: AbortSignal,
): Promise<void> {
  const suspended = installation.suspended_at !== null;
  const repositories = suspended ? undefined : await read.app.as(installation.id).listRepositories(signal);
  await transact(store, (trx) => saveSync(trx, queue, read, { installation, repositories }));
}

/** `repositories` is undefined if only the installation itself was read. */
type SyncResult = { installation: HostInstallation; repositories: readonly HostRepository[] | undefined };

/** Stores an installation with all its repositories, in the transaction. Returns false if it was deleted. */
export async function saveSync(trx: Trx, queue: Base['queue'], read: SyncRead, result: SyncResult): Promise<boolean> {
  const { id, account, suspended_at: suspended, updated_at, permissions } = result.installation;
  const { app, app_id, read_at, request } = read;
  const identity = { codehost: app.name, id };
  const moment = { at: new Date(updated_at), sent_at: read_at };
  await lockAccount(trx, app.name, account.id);
  const state = { account_id: account.id, status: suspended === null ? 'active' : 'suspended' } as const;
  const known = await noteInstallation(trx, identity, state, moment);
  if (known.status === 'deleted') return false;
  const source = { codehost: app.name, event: 'sync', sent_at: read_at };
  const org = await followAccount(trx, source, { account, installation_id: id });
  await recordSync(trx, identity, { app_id, permissions, done: request, at: read_at });
  if (!result.repositories) return true;
  const scope = { org_id: org.id };
  const own = new Map(
    result.repositories
      .filter(({ owner }) => owner.id === account.id)
      // A later event may have reported another login meanwhile.
      .map((one) => [one.id, { ...one, full_name: nameNow(org, source, one.full_name) }]),
  );
  const tenant = scoped(trx, scope);
  await noteRepositories(tenant, { codehost: app.name, repositories: [...own.values()], moment });
  await askForStale(queue, tenant);
  await concealDetails(trx, queue, scope);
  const lacking = await lackingRepositories(tenant);
  const granted = lacking.filter(({ permission }) => grants(permissions, permission)).map((one) => one.id);
  await clearRepositoryErrors(tenant, granted);
  return true;
}

/** Stores a lasting error of `work` as the installation's. Rethrows temporary errors. */
export async function storingLastingErrors(
  { store }: Pick<Base, 'store'>,
  identity: { codehost: string; id: number },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const hostError = error instanceof CodeHostProblem ? hostErrorOf(error, new Date()) : undefined;
    if (!hostError) throw error;
    await saveInstallationError(store.db, identity, hostError);
  }
}

/**
 * Marks an installation as deleted that the code host no longer knows, but only if this same App has read it before:
 * another App, configured by mistake, sees none of the installations.
 */
export async function noteGone(
  { store, queue }: Base,
  { app, app_id, read_at }: Omit<SyncRead, 'request'>,
  installation: InstallationRow,
): Promise<void> {
  const { id, account_id: accountId, status_at } = installation;
  if (installation.app_id !== app_id) return;
  const codehost = app.name;
  await transact(store, async (trx) => {
    await lockAccount(trx, codehost, accountId);
    const moment = { at: status_at, sent_at: read_at };
    await noteInstallation(trx, { codehost, id }, { account_id: accountId, status: 'deleted' }, moment);
    const source = { codehost, event: 'sync', sent_at: read_at };
    const org = await unfollowInstallation(trx, source, { account: { id: accountId }, installation_id: id });
    const other = await currentInstallation(trx, codehost, accountId);
    if (other) await requestSync(trx, queue, { codehost, id: other.id });
    else if (org) {
      // By the code host's clock alone, so that a later installation has a later time.
      const tenant = scoped(trx, { org_id: org.id });
      const latest = await latestAccess(tenant, codehost);
      await endAccess(tenant, codehost, {
        at: latest && latest > status_at ? latest : status_at,
        sent_at: read_at,
      });
    }
  });
}
