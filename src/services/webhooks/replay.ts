import { AppError } from '../../base/errors.ts';
import { getDelivery, reviveDelivery } from '../../store/queries/webhook-deliveries.ts';
import { requireOperator, type Ctx } from '../base/context.ts';
import { presentDelivery, type PresentedDelivery } from './present.ts';

/**
 * Has a delivery processed once more, whatever became of it. 404 where there is none, 409 where it still waits or its
 * payload was dropped for its age. Operator only.
 */
export async function replayDelivery(ctx: Ctx, input: { id: string }): Promise<PresentedDelivery> {
  requireOperator(ctx);
  const revived = await ctx.store.db.transaction().execute(async (trx) => {
    const row = await reviveDelivery(trx, input.id);
    // A key of its own: the job of an earlier try may still be about to end.
    if (row)
      await ctx.queue.send(
        'delivery',
        { id: row.id, replay: row.replays },
        { db: trx, singletonKey: `${row.id}/${row.replays}` },
      );
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
