import type { Transaction } from 'kysely';
import { CodeHostProblem, type HostInstallation, type HostRepository } from '../../base/code-host.ts';
import {
  getInstallation,
  lockAccount,
  noteInstallation,
  currentInstallation,
  noteInstallationTrouble,
  recordSync,
  type InstallationRow,
} from '../../store/queries/installations.ts';
import { endTroubles, lackingRepositories } from '../../store/queries/repositories.ts';
import type { Tables } from '../../store/tables.ts';
import { transact } from '../../store/transact.ts';
import { latestAccess } from '../../store/queries/repository-looks.ts';
import { endAccess } from '../../store/queries/repository-facts.ts';
import type { Base } from '../base/context.ts';
import type { WithApps, CodeHostApp } from '../codehosts/port.ts';
import { concealDetails } from '../publishing/conceal.ts';
import { askForStale } from '../state-mapping/ask.ts';
import { grants, troubleOf } from '../codehosts/status.ts';
import { requestSync } from '../codehosts/request-sync.ts';
import { followAccount, nameNow, unfollowInstallation } from './account.ts';
import { noteRepositories } from './note-repositories.ts';

/** Who was asked, and when. `wish`: up to which of the wishes that fulfils. */
type Look = { app: CodeHostApp; app_id: number; asked_at: Date; wish: number };

/**
 * Brings one installation, its organization and repositories to what the code host says now. Nothing happens where the App
 * is not configured, or where this wish was fulfilled together with a later one. What the code host will refuse until
 * somebody changes something there becomes the status of the repositories; what passes by itself is thrown, to be tried again.
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
  const asked_at = new Date();
  await noting(services, { codehost, id }, async () => {
    const { id: app_id } = await app.getApp();
    const look = { app, app_id, asked_at, wish: known.sync_wanted };
    const installation = await app.getInstallation(id);
    if (installation) await lookAt(services, look, installation, signal);
    else await noteGone(services, look, known);
  });
}

/** Looks at the repositories of an installation that was just told. Throws `CodeHostProblem`, and `HopelessDelivery` where it is not known whose it is. */
export async function lookAt(
  { store, queue }: Base,
  look: Look,
  installation: HostInstallation,
  signal?: AbortSignal,
): Promise<void> {
  const suspended = installation.suspended_at !== null;
  const repositories = suspended ? undefined : await look.app.as(installation.id).listRepositories(signal);
  await transact(store, (trx) => settleLook(trx, queue, look, { installation, repositories }));
}

type Seen = { installation: HostInstallation; repositories: readonly HostRepository[] | undefined };

/** Writes down what was seen, in the transaction; with `repositories` all that there are. False where the installation is gone. */
export async function settleLook(
  trx: Transaction<Tables>,
  queue: Base['queue'],
  look: Look,
  seen: Seen,
): Promise<boolean> {
  const { id, account, suspended_at: suspended, updated_at, permissions } = seen.installation;
  const { app, app_id, asked_at, wish } = look;
  const identity = { codehost: app.name, id };
  const moment = { at: new Date(updated_at), sent_at: asked_at };
  await lockAccount(trx, app.name, account.id);
  const state = { account_id: account.id, status: suspended === null ? 'active' : 'suspended' } as const;
  const known = await noteInstallation(trx, identity, state, moment);
  if (known.status === 'deleted') return false;
  const told = { codehost: app.name, event: 'sync', sent_at: asked_at };
  const org = await followAccount(trx, told, { account, installation_id: id });
  await recordSync(trx, identity, { app_id, permissions, done: wish, at: asked_at });
  if (!seen.repositories) return true;
  const scope = { org_id: org.id };
  const own = new Map(
    seen.repositories
      .filter(({ owner }) => owner.id === account.id)
      // A later event may have told another login meanwhile.
      .map((one) => [one.id, { ...one, full_name: nameNow(org, told, one.full_name) }]),
  );
  await noteRepositories(trx, scope, { codehost: app.name, repositories: [...own.values()], moment });
  await askForStale(queue, trx, scope);
  await concealDetails(trx, queue, scope);
  const lacking = await lackingRepositories(trx, scope);
  const given = lacking.filter(({ permission }) => grants(permissions, permission)).map((one) => one.id);
  await endTroubles(trx, scope, given);
  return true;
}

/** Notes what keeps the App from an installation, where that lasts; throws what passes by itself. */
export async function noting(
  { store }: Pick<Base, 'store'>,
  identity: { codehost: string; id: number },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const trouble = error instanceof CodeHostProblem ? troubleOf(error, new Date()) : undefined;
    if (!trouble) throw error;
    await noteInstallationTrouble(store.db, identity, trouble);
  }
}

/**
 * Takes an installation for gone that the code host does not have any more, as if it had told so. Only one that this very App
 * has seen before: another App, set by mistake, sees none of them.
 */
export async function noteGone(
  { store, queue }: Base,
  { app, app_id, asked_at }: { app: CodeHostApp; app_id: number; asked_at: Date },
  installation: InstallationRow,
): Promise<void> {
  const { id, account_id: accountId, status_at } = installation;
  if (installation.app_id !== app_id) return;
  const codehost = app.name;
  await transact(store, async (trx) => {
    await lockAccount(trx, codehost, accountId);
    const moment = { at: status_at, sent_at: asked_at };
    await noteInstallation(trx, { codehost, id }, { account_id: accountId, status: 'deleted' }, moment);
    const told = { codehost, event: 'sync', sent_at: asked_at };
    const org = await unfollowInstallation(trx, told, { account: { id: accountId }, installation_id: id });
    const other = await currentInstallation(trx, codehost, accountId);
    if (other) await requestSync(trx, queue, { codehost, id: other.id });
    else if (org) {
      // By the code host's clock alone, so that a later installation is later.
      const latest = await latestAccess(trx, { org_id: org.id }, codehost);
      await endAccess(trx, org.id, codehost, {
        at: latest && latest > status_at ? latest : status_at,
        sent_at: asked_at,
      });
    }
  });
}
