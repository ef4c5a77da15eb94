import { summarise } from '../../drift/summary.ts';
import { emptyTally } from '../../drift/tally.ts';
import { abandonAnalyses } from '../../store/queries/analyses.ts';
import { transact } from '../../store/transact.ts';
import type { Base } from '../base/context.ts';
import type { Jobs } from '../base/jobs.ts';
import { announceEnd } from './announce-end.ts';

type Deps = Base;
type Failure = { code: string; detail: string };

const KILLED = { code: 'internal', detail: 'The process that ran it was killed too often; start another analysis.' };

/**
 * Ends the analyses whose job was given up without a handler having heard of it: the process was killed in the last try.
 * Without this they would be running for ever. Answers how many there were.
 */
export async function abandonGivenUp(deps: Deps): Promise<number> {
  const jobs = await deps.queue.givenUp('analysis');
  return abandon(
    deps,
    jobs.map((job) => job.analysis_id),
    KILLED,
  );
}

/** Ends an analysis as failed that nothing will run any more. False where it has ended already. */
export async function abandonAnalysis(deps: Deps, job: Jobs['analysis'], error: Failure): Promise<boolean> {
  return (await abandon(deps, [job.analysis_id], error)) > 0;
}

async function abandon({ store, queue }: Deps, ids: string[], error: Failure): Promise<number> {
  const ai_summary = summarise({ tally: emptyTally(), states: [], error });
  return transact(store, async (trx) => {
    const abandoned = await abandonAnalyses(trx, ids, { finished_at: new Date(), error, ai_summary });
    for (const { id, org_id } of abandoned) await announceEnd(trx, queue, { org_id }, { id });
    return abandoned.length;
  });
}
