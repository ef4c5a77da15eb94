import type { Logger } from 'pino';
import type { Services } from '../services/services.ts';
import { mapRepository } from '../services/triggers/follow.ts';

/** Reads repositories as that is asked for. */
export async function startMapping(services: Services, log: Logger): Promise<void> {
  // One at a time of each organization: one with a thousand repositories keeps no other waiting.
  await services.queue.work('map', { concurrency: 2, perGroup: 1 }, async (job, context) => {
    await mapRepository(services, job, context).catch((error: unknown) => {
      log.warn({ err: error, repository: job.repo_id, attempt: context.attempt }, 'a repository could not be read');
      throw error;
    });
  });
}
