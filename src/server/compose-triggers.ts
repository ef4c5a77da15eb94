import type { Logger } from 'pino';
import type { Services } from '../services/services.ts';
import { followTrigger, putOff } from '../services/triggers/follow.ts';
import { runScheduled, takeDue } from '../services/triggers/run-scheduled.ts';

/** A run begins at most so long after its turn has come. */
const LOOK_MS = 30_000;
/** Most of the time they wait for the code host, or for a cloud. */
const AT_ONCE = 4;

/** Follows what happens at code hosts, and takes up what is scheduled, until the answered function is called. */
export async function startTriggers(services: Services, log: Logger): Promise<() => void> {
  const { queue } = services;
  await queue.work('trigger', { concurrency: AT_ONCE, perGroup: 1 }, (job, { signal, attempt, last }) =>
    followTrigger(services, job, signal).catch(async (error: unknown) => {
      const about = { err: error, repository: job.repo_id, event: job.event.kind, attempt, put_off: job.put_off ?? 0 };
      const over = last && !signal.aborted;
      if (over && (await putOff(services, job))) return log.warn(about, 'could not follow an event, and put it off');
      if (over) log.error(about, 'gave up following an event');
      else log.warn(about, 'could not follow an event');
      throw error;
    }),
  );
  await queue.work('schedule', { concurrency: AT_ONCE }, (job, { signal, attempt }) =>
    runScheduled(services, job, signal).catch((error: unknown) => {
      log.warn({ err: error, organization: job.org_id, attempt }, 'could not start a scheduled analysis');
      throw error;
    }),
  );
  const look = () =>
    takeDue(services).catch((error: unknown) => {
      log.warn({ err: error }, 'could not look for scheduled analyses');
    });
  await look();
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}
