import { AppError } from '../../base/errors.ts';
import { audited } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { presentHookDelivery, type HookDelivery } from './delivery.ts';
import { TEST_EVENT } from './events.ts';
import { fetchHook } from './hook.ts';
import { writeMessage } from './send.ts';

/** Has a message sent that says nothing, whatever the hook is told of. 409 where it is disabled. */
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
