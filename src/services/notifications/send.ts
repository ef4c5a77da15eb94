import { newId } from '../../base/ids.ts';
import {
  countWaiting,
  insertHookDelivery,
  deleteHookDeliveries,
  overdueDeliveries,
  type HookDeliveryRow,
} from '../../store/queries/hook-deliveries.ts';
import type { ResolvedIncidents } from '../../store/column-values.ts';
import { forgetSecrets, listeningHooks } from '../../store/queries/hooks.ts';
import type { ResolvedIncident } from '../../store/queries/drift-incidents.ts';
import { countOpened } from '../../store/queries/incident-news.ts';
import { scoped, type Executor } from '../../store/scope.ts';
import type { AnalysisEnded } from '../base/analysis-ended.ts';
import type { JobSender } from '../base/jobs.ts';
import type { Base } from '../base/context.ts';
import { HOOK_EVENTS, type HookEvent } from './events.ts';

type Queued = Pick<HookDeliveryRow, 'id' | 'org_id' | 'hook_id' | 'replays' | 'attempts'>;

/**
 * Queues the next attempt to deliver a message, not before `at`. The priority falls with the organization's number of
 * waiting messages, so that it does not delay others: the first message of another organization goes before the rest.
 */
export async function queueTry(trx: Executor, queue: JobSender, row: Queued, at?: Date): Promise<void> {
  const { id, org_id, hook_id: group, replays: replay, attempts } = row;
  const job = { org_id, id, replay, attempt: attempts + 1 };
  await queue.send('notify', job, {
    db: trx,
    singletonKey: `${id}/${replay}/${job.attempt}`,
    group,
    priority: 1 - (await countWaiting(scoped(trx, { org_id }))),
    ...(at && { startAfter: at }),
  });
}

type NewMessage = {
  org_id: string;
  hook_id: string;
  event: string;
  analysis_id: string | null;
  resolved?: ResolvedIncidents;
};

/** Writes a message for a webhook. It is sent only if the transaction commits. */
export async function writeMessage(
  trx: Executor,
  queue: JobSender,
  { resolved, ...message }: NewMessage,
): Promise<HookDeliveryRow> {
  const row = await insertHookDelivery(trx, {
    id: newId('msg'),
    ...message,
    resolved: resolved ? JSON.stringify(resolved) : null,
    status: 'waiting',
    next_attempt_at: new Date(),
  });
  await queueTry(trx, queue, row);
  return row;
}

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** The delays after failed attempts: eight attempts over a day. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 8 * HOUR, 10 * HOUR];
/** Avoids that all messages return at once to a receiver that failed for all of them at once. */
const JITTER = 0.1;
/** The maximal delay that a receiver can ask for. */
const MAX_ASKED_MS = 12 * HOUR;

/** A webhook that has received no message for this long is disabled when the next message is given up. */
export const PATIENCE_MS = 3 * 24 * HOUR;

/**
 * The time of the next attempt after so many failed ones; undefined if there is none.
 * @param askedMs the delay that the receiver asked for, in milliseconds
 * @param random from 0 to 1
 */
export function nextTry(attempts: number, now: Date, askedMs: number | null, random = Math.random()): Date | undefined {
  const wait = WAITS[attempts - 1];
  if (wait === undefined) return undefined;
  const own = wait * (1 + JITTER * (2 * random - 1));
  return new Date(now.getTime() + Math.max(own, Math.min(askedMs ?? 0, MAX_ASKED_MS)));
}

/** The number of days for which the log of a message is kept. */
const LOG_DAYS = 30;
/** The job of an attempt that is overdue for longer than this counts as lost. */
const LOST_MS = 10 * 60_000;

/** Queues messages that lost their job again, and deletes old ones. Several processes may run it at once. */
export async function sweepNotifications({ store, queue }: Base, now: Date = new Date()): Promise<void> {
  for (const row of await overdueDeliveries(store.db, new Date(now.getTime() - LOST_MS)))
    await store.db.transaction().execute((trx) => queueTry(trx, queue, row));
  await deleteHookDeliveries(store.db, new Date(now.getTime() - LOG_DAYS * 24 * 3600_000));
  await forgetSecrets(store.db, now);
}

/** The number of incidents in a message. */
export const MAX_LISTED = 10;

/** The resolved incidents, without those whose drift only changed its kind. */
function resolvedOf(ended: readonly ResolvedIncident[]): ResolvedIncidents {
  const over = ended.filter(({ resolution }) => resolution !== 'superseded' && resolution !== 'source_removed');
  return { count: over.length, incidents: over.slice(0, MAX_LISTED) };
}

/**
 * Queues the messages about an analysis that has ended: its end, and drift and unmanaged objects that were newly
 * detected, or are over. Their texts
 * are composed later. A canceled analysis sends none.
 */
export async function notifyEnd({ tenant, queue, id, status, resolved: ended, settled }: AnalysisEnded): Promise<void> {
  if (status === 'canceled') return;
  const hooks = await listeningHooks(tenant, HOOK_EVENTS);
  const wanted = new Set(hooks.flatMap(({ events }) => events));
  const resolved = { 'drift.resolved': resolvedOf(ended), 'unmanaged.resolved': resolvedOf(settled) };
  const happened = new Set<HookEvent>(['analysis.completed']);
  for (const about of ['drift', 'unmanaged'] as const) {
    const [detected, over] = [`${about}.detected`, `${about}.resolved`] as const;
    if (wanted.has(detected) && (await countOpened(tenant, id, about)) > 0) happened.add(detected);
    if (resolved[over].count > 0) happened.add(over);
  }
  for (const { id: hook_id, events } of hooks)
    for (const event of HOOK_EVENTS.filter((one) => happened.has(one) && events.includes(one))) {
      const message = { ...tenant.scope, hook_id, event, analysis_id: id };
      await writeMessage(tenant.db, queue, {
        ...message,
        ...(event in resolved && { resolved: resolved[event as keyof typeof resolved] }),
      });
    }
}
