import type { Logger } from 'pino';
import type { Services } from '../services/services.ts';
import { reconcile, sendDueLooks } from '../services/webhooks/reconcile.ts';
import { syncInstallation } from '../services/installations/sync.ts';
import { eraseOrganization, resumeErasing } from '../services/organizations/erase.ts';
import { expireUninstalled } from '../services/organizations/delete.ts';
import { HopelessDelivery } from '../services/installations/account.ts';

/** How soon it is noticed that a look at a code host is due. */
const SWEEP_MS = 60_000;

const TIDY_MS = 3600_000;

/**
 * Keeps organizations and repositories at what code hosts say, and removes those that are gone, until the answered function is
 * called.
 * @param days how long an organization is kept without its installation
 */
export async function startCodeHosts(services: Services, { days, log }: { days: number; log: Logger }) {
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
  await queue.work('erase', {}, async (job, { signal }) => {
    await eraseOrganization(services, job, signal);
    log.info({ organization: job.org_id }, 'an organization was erased');
  });
  const tidy = async () => {
    await expireUninstalled(services, days);
    await resumeErasing(services);
  };
  const tidyUp = () => tidy().catch((error: unknown) => log.warn({ err: error }, 'could not remove organizations'));
  const sweep = () =>
    sendDueLooks(services).catch((error: unknown) => log.warn({ err: error }, 'could not see to code hosts'));
  await sweep();
  await tidyUp();
  const timers = [setInterval(() => void sweep(), SWEEP_MS), setInterval(() => void tidyUp(), TIDY_MS)];
  for (const timer of timers) timer.unref();
  return (): void => timers.forEach((timer) => clearInterval(timer));
}
