import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Poster } from '../base/poster.ts';
import { createPoster } from '../integrations/http/post.ts';
import type { Services } from '../services/services.ts';
import { deliver } from '../services/notifications/deliver.ts';
import { sweepNotifications } from '../services/notifications/send.ts';
import { createVault, type Vault } from '../services/secrets/vault.ts';
import type { Metrics } from './compose-metrics.ts';
import type { Config } from './config.ts';
import { keptKey } from './kept-key.ts';
import { version } from './version.ts';

const SWEEP_MS = 10 * 60_000;
/** Tries at once, each to another webhook: one that is slow holds up itself alone. */
const AT_ONCE = { postgres: 16, embedded: 8 } as const;

/** Opened with PLUMBLINE_SECRETS_KEY, or with what lies in `<dataDir>/secrets.key`, which is made where it is not there. */
export function composeVault({ secretsKeys }: Config, dataDir: string): Vault {
  return createVault(secretsKeys ?? [keptKey(join(dataDir, 'secrets.key'), 'a key for secrets').key]);
}

/** Reaches what the operator lets organizations' webhooks reach. */
export function composePoster({ webhookNetworks: networks, webhookHttp: http }: Config): Poster {
  return createPoster({ networks, http });
}

/** Sends what is to be sent to organizations' webhooks, and tidies up after it, until the answered function is called. */
export async function startNotifications(
  services: Services,
  { publicUrl }: Config,
  { log, metrics }: { log: Logger; metrics: Metrics },
): Promise<() => void> {
  const sweep = () =>
    sweepNotifications(services).catch((error: unknown) => log.warn({ err: error }, 'could not tidy up notifications'));
  await sweep();
  const timer = setInterval(() => void sweep(), SWEEP_MS).unref();
  const deps = {
    ...services,
    publicUrl,
    userAgent: `Plumbline/${version()}`,
    tried: (outcome: string) => metrics.notificationTried(outcome),
  };
  const options = { concurrency: AT_ONCE[services.store.kind], perGroup: 1 };
  await services.queue.work('notify', options, async (job, context) => {
    await deliver(deps, job, context.signal).catch((error: unknown) => {
      if (!context.signal.aborted) log.error({ err: error, message: job.id }, 'a try of a notification broke off');
      throw error;
    });
  });
  return () => clearInterval(timer);
}
