import { isUnavailable } from '../../store/errors.ts';
import { failDelivery, holdDelivery, readDelivery, settleDelivery } from '../../store/queries/webhook-deliveries.ts';
import type { Base } from '../base/context.ts';
import { HopelessDelivery } from '../installations/account.ts';
import { handlerOf } from './events/index.ts';
import { unpackPayload } from './payload.ts';

type Deps = Base;
type Try = { attempt: number; last: boolean };

/**
 * Processes one delivery. What it does and the note that it is done are one transaction, so a process that dies in the
 * middle has done nothing, and one that comes second finds it done. When it throws, the queue tries again; after the
 * last try, or when no other can help, the delivery is dead.
 */
export async function processDelivery({ store, queue }: Deps, job: { id: string }, run: Try): Promise<void> {
  try {
    const row = await readDelivery(store.db, job.id);
    if (!row) return;
    const { codehost, event, action, sent_at } = row;
    const handler = handlerOf(codehost, event, action);
    // Before the transaction, which on the embedded database has everybody else wait.
    const payload = handler && row.payload ? await unpackPayload(row.payload) : undefined;
    await store.db.transaction().execute(async (trx) => {
      if (!(await holdDelivery(trx, job.id))) return;
      const delivery = { codehost, event, action, sent_at };
      const status = handler && payload ? await handler.apply(trx, { ...delivery, payload }, queue) : 'ignored';
      await settleDelivery(trx, job.id, { status, attempts: run.attempt, processed_at: new Date() });
    });
  } catch (error) {
    const hopeless = error instanceof HopelessDelivery;
    await failDelivery(store.db, job.id, {
      attempts: run.attempt,
      error: describe(error),
      dead: hopeless || run.last,
    });
    if (!hopeless) throw error;
  }
}

/** What the operator is told. The texts of unexpected errors may quote the payload; they are for the log alone. */
function describe(error: unknown): { code: string; detail: string } {
  if (error instanceof HopelessDelivery) return { code: error.code, detail: error.message };
  if (isUnavailable(error)) return { code: 'unavailable', detail: 'The database was not available.' };
  return { code: 'internal', detail: 'Processing failed on our side; the log has the reason under this id.' };
}
