import { summarise } from '../../drift/summary.ts';
import { emptyTally } from '../../drift/tally.ts';
import { abandonAnalyses } from '../../store/queries/analyses.ts';
import { transact } from '../../store/transact.ts';
import type { Services } from '../context.ts';
import { announceEnd } from './announce-end.ts';

/**
 * Ends the analyses whose job was given up without a handler having heard of it: the process was killed in the last try.
 * Without this they would be running for ever. Answers how many there were.
 */
export async function abandonGivenUp({ store, queue }: Pick<Services, 'store' | 'queue'>): Promise<number> {
  const jobs = await queue.givenUp('analysis');
  const error = { code: 'internal', detail: 'The process that ran it was killed too often; start another analysis.' };
  const ai_summary = summarise({ tally: emptyTally(), states: [], error });
  const ids = jobs.map((job) => job.analysis_id);
  return transact(store, async (trx) => {
    const abandoned = await abandonAnalyses(trx, ids, { finished_at: new Date(), error, ai_summary });
    for (const { id, org_id } of abandoned) await announceEnd(trx, queue, { org_id }, { id });
    return abandoned.length;
  });
}
