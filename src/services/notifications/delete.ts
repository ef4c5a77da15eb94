import { deleteHook as remove } from '../../store/queries/hooks.ts';
import { audited } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { fetchHooksOf, noSuchHook } from './hook.ts';

/** Deletes a webhook with its log; what waits to be sent is not sent any more. */
export async function deleteHook(ctx: Ctx, input: { org_id: string; hook_id: string }): Promise<void> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  await audited(ctx, async (trx) => {
    const row = await remove(trx, scope, input.hook_id);
    if (!row) throw noSuchHook();
    const { id, url_hint, format, events } = row;
    const event = { action: 'webhook.delete', detail: { url_hint, format, events } } as const;
    return { result: undefined, event: { ...event, ...scope, target: { kind: 'webhook', id } } };
  });
}
