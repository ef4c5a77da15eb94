import { listDeliveries as query, type DeliveryStatus } from '../../store/queries/webhook-deliveries.ts';
import { requireOperator, type Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { presentDelivery, type PresentedDelivery } from './present.ts';

/** Deliveries, newest first, with a status where one is named. Operator only. */
export async function listDeliveries(
  ctx: Ctx,
  input: PageRequest & { status?: DeliveryStatus },
): Promise<Page<PresentedDelivery>> {
  requireOperator(ctx);
  const { status } = input;
  return page(input, (limit, after) => query(ctx.store.db, { limit, after, status }), presentDelivery);
}
