import type { Logger } from 'pino';
import type { Services } from '../services/services.ts';
import { processDelivery, sweepDeliveries } from '../services/webhooks/process.ts';

const SWEEP_MS = 10 * 60_000;
/** However many arrive, some are processed. */
const YIELD_MS = 100;

/** Processes deliveries as they come, and tidies up after them, until the answered function is called. */
export async function startDeliveries(services: Services, log: Logger): Promise<() => void> {
  const sweep = () =>
    sweepDeliveries(services).catch((error: unknown) => log.warn({ err: error }, 'could not tidy up deliveries'));
  await sweep();
  const timer = setInterval(() => void sweep(), SWEEP_MS).unref();
  await services.queue.work('delivery', {}, async (job, context) => {
    // The embedded database does one thing at a time: those who wait for an answer come first.
    if (services.store.kind === 'embedded') await services.intake.quiet(YIELD_MS);
    await processDelivery(services, job, context).catch((error: unknown) => {
      log.error({ err: error, delivery: job.id, attempt: context.attempt }, 'a delivery could not be processed');
      throw error;
    });
  });
  return () => clearInterval(timer);
}
