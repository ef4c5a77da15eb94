import type { Transaction } from 'kysely';
import { listRequests } from '../../store/queries/analysis-requests.ts';
import type { OrgScope } from '../../store/scope.ts';
import type { Tables } from '../../store/tables.ts';
import type { JobSender } from '../base/jobs.ts';

/** Has all who asked for an analysis be told at the code host that it has ended. In the transaction that ends it. */
export async function publishEnd(
  trx: Transaction<Tables>,
  queue: JobSender,
  scope: OrgScope,
  analysisId: string,
): Promise<void> {
  for (const { id, repo_id, trigger, dropped_as: dropped } of await listRequests(trx, scope, analysisId)) {
    if (dropped !== null) continue;
    const message = { ...scope, repo_id, analysis_id: analysisId, request_id: id, trigger };
    await queue.send('publish', message, { db: trx, singletonKey: `${id}/ended` });
  }
}
