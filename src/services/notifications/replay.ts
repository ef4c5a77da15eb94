import { AppError } from '../../base/errors.ts';
import { getHookDelivery, reviveHookDelivery } from '../../store/queries/hook-deliveries.ts';
import { audited } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { presentHookDelivery, type HookDelivery } from './delivery.ts';
import { fetchHook } from './hook.ts';
import { queueTry } from './send.ts';

/**
 * Has a message sent once more, under the same id and with all its tries, whatever came of it. 409 where it waits for a try already,
 * or the webhook is disabled.
 */
export async function replayHookDelivery(
  ctx: Ctx,
  input: { org_id: string; hook_id: string; delivery_id: string },
): Promise<HookDelivery> {
  const { scope, row: hook } = await fetchHook(ctx, input);
  const found = await getHookDelivery(ctx.store.db, scope, input.delivery_id);
  if (found?.hook_id !== hook.id) throw new AppError('not_found', 'No such delivery.');
  if (!hook.enabled) throw new AppError('conflict', 'This webhook is disabled; enable it first.');
  const made = await audited(ctx, async (trx) => {
    const row = await reviveHookDelivery(trx, scope, found, new Date());
    if (!row) throw new AppError('conflict', 'This delivery waits for its next try already.');
    await queueTry(trx, ctx.queue, row);
    const detail = { delivery: row.id, event: row.event };
    const event = { ...scope, action: 'webhook.replay', target: { kind: 'webhook', id: hook.id }, detail } as const;
    return { result: row, event };
  });
  return presentHookDelivery(made);
}
