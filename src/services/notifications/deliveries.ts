import { listHookDeliveries as query, type HookDeliveryStatus } from '../../store/queries/hook-deliveries.ts';
import type { Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { presentHookDelivery, type HookDelivery } from './delivery.ts';
import { fetchHook } from './hook.ts';

/** What was, is and will be sent to a webhook, newest first. */
export async function listHookDeliveries(
  ctx: Ctx,
  input: PageRequest & { org_id: string; hook_id: string; status?: HookDeliveryStatus },
): Promise<Page<HookDelivery>> {
  const { scope, row } = await fetchHook(ctx, input);
  const { status } = input;
  return page(
    input,
    (limit, after) => query(ctx.store.db, scope, row.id, { limit, after, status }),
    presentHookDelivery,
  );
}
