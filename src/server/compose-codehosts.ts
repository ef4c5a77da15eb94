import type { Logger } from 'pino';
import type { Services } from '../services/context.ts';
import { reconcile, sendDueLooks } from '../services/codehosts/reconcile.ts';
import { syncInstallation } from '../services/codehosts/sync.ts';
import { HopelessDelivery } from '../services/webhooks/events/types.ts';

/** How soon it is noticed that a look at a code host is due. */
const SWEEP_MS = 60_000;

/** Keeps organizations and repositories at what code hosts say, until the answered function is called. */
export async function startCodeHosts(services: Services, log: Logger): Promise<() => void> {
  const { queue } = services;
  await queue.work('sync', { concurrency: 2 }, async (job, { signal }) => {
    const { codehost, installation_id } = job;
    await syncInstallation(services, job, signal).catch((error: unknown) => {
      log.warn({ err: error, codehost, installation_id }, 'could not look at an installation');
      // The operator has to say first whose it is: no other try helps.
      if (!(error instanceof HopelessDelivery)) throw error;
    });
  });
  await queue.work('reconcile', {}, async (job, { signal }) => {
    const tell = (error: unknown, about: object) => log.warn({ err: error, ...about }, 'could not look at a code host');
    const done = await reconcile(services, job, { tell, signal });
    log.info({ ...job, ...done }, 'a code host was looked at');
  });
  const sweep = () =>
    sendDueLooks(services).catch((error: unknown) => log.warn({ err: error }, 'could not see to code hosts'));
  await sweep();
  const timer = setInterval(() => void sweep(), SWEEP_MS).unref();
  return () => clearInterval(timer);
}
