import {
  listDeliveries as query,
  getDelivery,
  reviveDelivery,
  type DeliveryStatus,
  type DeliveryRow,
} from '../../store/queries/webhook-deliveries.ts';
import { AppError } from '../../base/errors.ts';
import { requireOperator, type Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { pick, timeOf } from '../base/present.ts';
import { jobOf } from './process.ts';

/** Deliveries, newest first, optionally of one status. Operator only. */
export async function listDeliveries(
  ctx: Ctx,
  input: PageRequest & { status?: DeliveryStatus },
): Promise<Page<PresentedDelivery>> {
  requireOperator(ctx);
  const { status } = input;
  return page(input, (limit, after) => query(ctx.store.db, { limit, after, status }), presentDelivery);
}

/** A delivery as the operator sees it, without its payload. */
export type PresentedDelivery = ReturnType<typeof presentDelivery>;

const presentDelivery = (row: DeliveryRow) => ({
  ...pick(row, 'id', 'codehost', 'delivery_id', 'event', 'action', 'installation_id', 'status', 'attempts'),
  ...pick(row, 'replays', 'last_error'),
  received_at: row.received_at.toISOString(),
  processed_at: timeOf(row.processed_at),
  replayable: row.status !== 'received' && row.has_payload,
});

/**
 * Processes a delivery again, whatever its result was. 404 if there is none; 409 if it still waits, or its payload was
 * deleted because of its age. Operator only.
 */
export async function replayDelivery(ctx: Ctx, input: { id: string }): Promise<PresentedDelivery> {
  requireOperator(ctx);
  const revived = await ctx.store.db.transaction().execute(async (trx) => {
    const row = await reviveDelivery(trx, input.id);
    if (row) await ctx.queue.sendAll('delivery', [jobOf(row.id, row.replays)], { db: trx });
    return row;
  });
  if (revived) return presentDelivery(revived);
  const row = await getDelivery(ctx.store.db, input.id);
  if (!row) throw new AppError('not_found', 'No such delivery.');
  throw new AppError(
    'conflict',
    row.status === 'received'
      ? 'This delivery waits to be processed already.'
      : 'The payload of this delivery was dropped for its age; have the code host send it again, or make it anew there.',
  );
}
