import { CodeHostProblem } from '../../base/code-host.ts';
import { installationsSeenBy, noteCodeHost, takeDueSync } from '../../store/queries/code-hosts.ts';
import { getInstallation } from '../../store/queries/installations.ts';
import type { Base } from '../base/context.ts';
import type { WithApps, CodeHostApp } from '../codehosts/port.ts';
import { noteGone, storingLastingErrors, syncRepositories } from '../installations/sync.ts';
import { HopelessDelivery } from '../installations/account.ts';
import { redeliverMissed } from './redeliver.ts';

const EVERY_MS = 3600_000;
/** The delay if more deliveries are missing, or the code host was unavailable. */
const SOON_MS = 5 * 60_000;

type Deps = Base & WithApps;
/** Logs an error; the rest of the reconciliation continues. */
type OnError = (error: unknown, about: { codehost: string; installation_id?: number }) => void;
type Reconciled = { asked: number; installations: number };

/** Queues the reconciliation of each code host that is due: once an hour, over all instances. */
export async function sendDueSyncs({ store, queue, apps }: Deps, now: Date = new Date()): Promise<void> {
  const next = new Date(now.getTime() + EVERY_MS);
  for (const codehost of apps.keys())
    await store.db.transaction().execute(async (trx) => {
      if (await takeDueSync(trx, codehost, { now, next }))
        await queue.send('reconcile', { codehost }, { db: trx, singletonKey: codehost });
    });
}

/**
 * Recovers lost deliveries of a code host: requests redelivery of the failed ones, and syncs all installations. Errors
 * go to `onError`, and the failed part is retried soon.
 */
export async function reconcile(
  services: Deps,
  { codehost }: { codehost: string },
  { onError, now = new Date(), signal }: { onError: OnError; now?: Date; signal?: AbortSignal },
): Promise<Reconciled> {
  const app = services.apps.get(codehost);
  if (!app) return { asked: 0, installations: 0 };
  let soon = false;
  const attempt = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CodeHostProblem)) throw error;
      onError(error, { codehost });
      soon = true;
      return otherwise;
    }
  };
  const redelivered = await attempt(() => redeliverMissed(services, app, now, signal), { asked: 0, more: false });
  const installations = await attempt(() => syncAll(services, app, { onError, signal }), 0);
  const due = soon || redelivered.more ? { due_at: new Date(now.getTime() + SOON_MS) } : {};
  await noteCodeHost(services.store.db, codehost, { ...due, ...(!soon && { reconciled_at: new Date() }) });
  return { asked: redelivered.asked, installations };
}

/**
 * Syncs every installation of the App, and marks those no longer listed as deleted. Returns the number of listed ones.
 */
async function syncAll(
  services: Deps,
  app: CodeHostApp,
  { onError, signal }: { onError: OnError; signal: AbortSignal | undefined },
): Promise<number> {
  const { store } = services;
  const codehost = app.name;
  const { id: app_id } = await app.getApp();
  const read_at = new Date();
  const listed = await app.listInstallations(signal);
  const each = async (id: number, work: () => Promise<void>): Promise<void> => {
    signal?.throwIfAborted();
    try {
      await storingLastingErrors(services, { codehost, id }, work);
    } catch (error) {
      if (!(error instanceof CodeHostProblem) && !(error instanceof HopelessDelivery)) throw error;
      onError(error, { codehost, installation_id: id });
    }
  };
  for (const installation of listed)
    await each(installation.id, async () => {
      const known = await getInstallation(store.db, { codehost, id: installation.id });
      await syncRepositories(
        services,
        { app, app_id, read_at, request: known?.sync_wanted ?? 0 },
        installation,
        signal,
      );
    });
  const there = new Set(listed.map(({ id }) => id));
  for (const known of await installationsSeenBy(store.db, codehost, app_id)) {
    if (there.has(known.id)) continue;
    await each(known.id, async () => {
      // It may have returned to the list, or have been missing from a page of it.
      if (!(await app.getInstallation(known.id))) await noteGone(services, { app, app_id, read_at }, known);
    });
  }
  return listed.length;
}
