import type { Logger } from 'pino';
import type { Services } from '../services/services.ts';
import { publish } from '../services/publishing/publish.ts';

/** Jobs that this process runs at once: mostly they wait for the code host. */
const AT_ONCE = 4;

/** Writes to pull requests and issues what there is to say, from now on. */
export async function startPublishing(services: Services, publicUrl: string | undefined, log: Logger): Promise<void> {
  const trouble = (err: unknown, about: object) =>
    log.warn({ err, ...about }, 'the code host refused what was published');
  await services.queue.work('publish', { concurrency: AT_ONCE, perGroup: 1 }, async (job, { attempt }) => {
    await publish({ ...services, publicUrl, trouble }, job).catch((error: unknown) => {
      log.warn({ err: error, analysis: job.analysis_id, attempt }, 'could not be published; it is tried again');
      throw error;
    });
  });
}
