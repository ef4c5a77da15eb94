import {
  listHookDeliveries as query,
  getHookDelivery,
  reviveHookDelivery,
  type HookDeliveryStatus,
  type HookDeliveryRow,
} from '../../store/queries/hook-deliveries.ts';
import { AppError } from '../../base/errors.ts';
import type { Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { audited } from '../audit/audited.ts';
import { pick, timeOf } from '../base/present.ts';
import { TEST_EVENT } from './events.ts';
import { fetchHook } from './list.ts';
import { queueTry, writeMessage } from './send.ts';
import { scoped } from '../../store/scope.ts';

/** The messages of a webhook, sent and waiting, newest first. */
export async function listHookDeliveries(
  ctx: Ctx,
  input: PageRequest & { org_id: string; hook_id: string; status?: HookDeliveryStatus },
): Promise<Page<HookDelivery>> {
  const { scope, row } = await fetchHook(ctx, input);
  const { status } = input;
  const some = (limit: number, after?: string) => query(scoped(ctx.store.db, scope), row.id, { limit, after, status });
  return page(input, some, presentHookDelivery);
}

/** A message to a webhook in the log, with the result of the last attempt. */
export type HookDelivery = ReturnType<typeof presentHookDelivery>;

const presentHookDelivery = (row: HookDeliveryRow) => ({
  ...pick(row, 'id', 'event', 'analysis_id', 'status', 'attempts', 'replays', 'response_status', 'duration_ms'),
  /** The start of an unsuccessful response, masked. */
  response_excerpt: row.excerpt,
  error: row.error,
  created_at: row.created_at.toISOString(),
  last_attempt_at: timeOf(row.last_attempt_at),
  next_attempt_at: timeOf(row.next_attempt_at),
});

/**
 * Sends a message again, with the same id and all its attempts, whatever the earlier result. 409 if it already waits
 * for an attempt, or the webhook is disabled.
 */
export async function replayHookDelivery(
  ctx: Ctx,
  input: { org_id: string; hook_id: string; delivery_id: string },
): Promise<HookDelivery> {
  const { scope, row: hook } = await fetchHook(ctx, input);
  const found = await getHookDelivery(scoped(ctx.store.db, scope), input.delivery_id);
  if (found?.hook_id !== hook.id) throw new AppError('not_found', 'No such delivery.');
  if (!hook.enabled) throw new AppError('conflict', 'This webhook is disabled; enable it first.');
  const made = await audited(ctx, async (trx) => {
    const row = await reviveHookDelivery(scoped(trx, scope), found, new Date());
    if (!row) throw new AppError('conflict', 'This delivery waits for its next try already.');
    await queueTry(trx, ctx.queue, row);
    const detail = { delivery: row.id, event: row.event };
    const event = { ...scope, action: 'webhook.replay', target: { kind: 'webhook', id: hook.id }, detail } as const;
    return { result: row, event };
  });
  return presentHookDelivery(made);
}

/** Sends a test message, whatever events the hook subscribes to. 409 if the hook is disabled. */
export async function testHook(ctx: Ctx, input: { org_id: string; hook_id: string }): Promise<HookDelivery> {
  const { scope, row } = await fetchHook(ctx, input);
  if (!row.enabled) throw new AppError('conflict', 'This webhook is disabled; enable it first.');
  const made = await audited(ctx, async (trx) => {
    const message = await writeMessage(trx, ctx.queue, {
      ...scope,
      hook_id: row.id,
      event: TEST_EVENT,
      analysis_id: null,
    });
    const detail = { delivery: message.id };
    const event = { ...scope, action: 'webhook.test', target: { kind: 'webhook', id: row.id }, detail } as const;
    return { result: message, event };
  });
  return presentHookDelivery(made);
}
