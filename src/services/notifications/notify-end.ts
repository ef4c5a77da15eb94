import type { Transaction } from 'kysely';
import type { EndedIncident } from '../../store/queries/drift-incidents.ts';
import { listeningHooks } from '../../store/queries/hooks.ts';
import { countOpened } from '../../store/queries/incident-news.ts';
import type { OrgScope } from '../../store/scope.ts';
import type { ResolvedIncidents } from '../../store/tables-hooks.ts';
import type { Tables } from '../../store/tables.ts';
import type { JobSender } from '../base/jobs.ts';
import { HOOK_EVENTS, type HookEvent } from './events.ts';
import { writeMessage } from './send.ts';

/** Of how many incidents a message tells. */
export const MOST_TOLD = 10;

/** What is over; drift that only became drift of the other kind is not. */
function resolvedOf(ended: readonly EndedIncident[]): ResolvedIncidents {
  const over = ended.filter(({ resolution }) => resolution !== 'superseded');
  return { count: over.length, incidents: over.slice(0, MOST_TOLD) };
}

/**
 * Tells an organization's webhooks that an analysis has ended, in the transaction that ends it: that it has, what drift it was
 * the first to see, and which one it found to be over. What is sent is composed afterwards.
 */
export async function notifyEnd(
  trx: Transaction<Tables>,
  queue: JobSender,
  scope: OrgScope,
  run: { id: string },
  ended: readonly EndedIncident[],
): Promise<void> {
  const hooks = await listeningHooks(trx, scope, HOOK_EVENTS);
  const wanted = new Set(hooks.flatMap(({ events }) => events));
  const resolved = resolvedOf(ended);
  const happened = new Set<HookEvent>(['analysis.completed']);
  if (wanted.has('drift.detected') && (await countOpened(trx, scope, run.id)) > 0) happened.add('drift.detected');
  if (resolved.count > 0) happened.add('drift.resolved');
  for (const { id, events } of hooks)
    for (const event of HOOK_EVENTS.filter((one) => happened.has(one) && events.includes(one)))
      await writeMessage(trx, queue, {
        ...scope,
        hook_id: id,
        event,
        analysis_id: run.id,
        ...(event === 'drift.resolved' && { resolved }),
      });
}
