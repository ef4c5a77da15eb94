import type { Transaction } from 'kysely';
import { newId } from '../../base/ids.ts';
import { countWaiting, insertHookDelivery, type HookDeliveryRow } from '../../store/queries/hook-deliveries.ts';
import type { ResolvedIncidents } from '../../store/tables-hooks.ts';
import type { Tables } from '../../store/tables.ts';
import type { JobSender } from '../base/jobs.ts';

type Queued = Pick<HookDeliveryRow, 'id' | 'org_id' | 'hook_id' | 'replays' | 'attempts'>;

/**
 * Has the next try of a message made, not before `at`. Whoever has much to be told waits for it; the first message of another
 * organization goes before the rest.
 */
export async function queueTry(trx: Transaction<Tables>, queue: JobSender, row: Queued, at?: Date): Promise<void> {
  const { id, org_id, hook_id: group, replays: replay, attempts } = row;
  const job = { org_id, id, replay, attempt: attempts + 1 };
  await queue.send('notify', job, {
    db: trx,
    singletonKey: `${id}/${replay}/${job.attempt}`,
    group,
    priority: 1 - (await countWaiting(trx, { org_id })),
    ...(at && { startAfter: at }),
  });
}

export type NewMessage = {
  org_id: string;
  hook_id: string;
  event: string;
  analysis_id: string | null;
  resolved?: ResolvedIncidents;
};

/** Writes a message for a webhook, to be sent when the transaction commits, and never otherwise. */
export async function writeMessage(
  trx: Transaction<Tables>,
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
