import type { JobContext } from '../../jobs/types.ts';
import type { Base } from '../base/context.ts';
import type { WithApps } from '../codehosts/port.ts';
import type { MapJob } from '../base/jobs.ts';
import { readRepository } from '../state-mapping/read-repository.ts';
import { sendTriggerJob } from './send.ts';

type Deps = Base & WithApps;

/**
 * Reads a repository, and then has that be looked into which waits for it: a push is judged by what is read of it, not by what
 * was known before. Where the first try fails it waits no longer: what was known before judges it, and once more what is read in
 * the end, which is the same request if it comes to the same. Throws as `readRepository` does.
 */
export async function mapRepository(
  deps: Deps,
  job: MapJob,
  run: Pick<JobContext, 'signal' | 'attempt' | 'last'>,
): Promise<void> {
  const { store, queue } = deps;
  const { afterwards } = job;
  const goOn = async () => {
    if (afterwards)
      await store.db.transaction().execute((trx) => sendTriggerJob(queue, trx, afterwards.job, afterwards.mark));
  };
  if (run.attempt === 2) await goOn();
  if ((await readRepository(deps, job, run)) === 'read') await goOn();
}
