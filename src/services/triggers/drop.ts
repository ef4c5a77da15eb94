import type { Transaction } from 'kysely';
import { emptyCounts } from '../../drift/analysis.ts';
import { endAsCanceled, lockAnalysis } from '../../store/queries/analyses.ts';
import {
  dropRequests,
  isWanted,
  listOfTarget,
  lockRequests,
  type AnalysisRequestRow,
} from '../../store/queries/analysis-requests.ts';
import type { Tables } from '../../store/tables.ts';
import type { Base } from '../base/context.ts';

type Deps = Pick<Base, 'queue'>;
const SUMMARY = { superseded: 'Replaced by a newer commit.', closed: 'Its pull request was closed.' } as const;

/**
 * Nobody waits for these requests any more: they are told so at the code host, and an analysis that waited for them alone is
 * never run. Inside a transaction that holds the organization's requests.
 */
export async function drop(
  trx: Transaction<Tables>,
  { queue }: Deps,
  requests: readonly AnalysisRequestRow[],
  as: 'superseded' | 'closed',
): Promise<void> {
  for (const { id, org_id, repo_id, analysis_id, trigger } of requests) {
    const scope = { org_id };
    await dropRequests(trx, scope, [id], as);
    const message = { org_id, repo_id, analysis_id, request_id: id, trigger };
    await queue.send('publish', message, { db: trx, singletonKey: `${id}/dropped` });
    const analysis = await lockAnalysis(trx, scope, analysis_id);
    if (analysis?.status !== 'queued' || (await isWanted(trx, scope, analysis_id))) continue;
    await endAsCanceled(trx, scope, analysis_id, {
      finished_at: new Date(),
      counts: emptyCounts(),
      severity: 'none',
      ai_summary: `Canceled before anything was compared. ${SUMMARY[as]}`,
    });
  }
}

/**
 * A pull request was closed: what waits for it is dropped, and what was said of it counts no more, so that it is looked at
 * anew when it is opened again.
 */
export async function dropClosed(
  trx: Transaction<Tables>,
  deps: Deps,
  { org_id, repo_id, pull_request }: { org_id: string; repo_id: string; pull_request: number },
): Promise<void> {
  await lockRequests(trx, org_id);
  const known = await listOfTarget(trx, { org_id }, { repo_id, trigger: { pull_request } });
  const waiting = known.filter(({ status }) => status === 'queued');
  await drop(trx, deps, waiting, 'closed');
  const rest = known.filter((one) => !waiting.includes(one)).map(({ id }) => id);
  await dropRequests(trx, { org_id }, rest, 'closed');
}
