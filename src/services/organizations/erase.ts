import {
  eraseSome,
  finishDeletion,
  tenantTables,
  unfinishedDeletions,
} from '../../store/queries/organization-deletions.ts';
import { transact } from '../../store/transact.ts';
import type { Base } from '../base/context.ts';

/** Rows a transaction: one that is short, so that the embedded database serves others in between. */
const BATCH = 500;

type Deps = Base;

/**
 * Erases what an organization that was removed has in any table, and the messages about it. May be interrupted anywhere, and goes on
 * with what is left; one that was not removed is left alone.
 */
export async function eraseOrganization(
  { store, queue }: Deps,
  { org_id: orgId }: { org_id: string },
  signal?: AbortSignal,
): Promise<void> {
  if (!(await unfinishedDeletions(store.db)).includes(orgId)) return;
  for (const table of await tenantTables(store.db))
    for (let erased = BATCH; erased === BATCH;) {
      signal?.throwIfAborted();
      erased = await transact(store, (trx) => eraseSome(trx, table, orgId, BATCH));
    }
  await queue.forget({ org_id: orgId });
  // What was written meanwhile goes with the row.
  await transact(store, (trx) => finishDeletion(trx, orgId, new Date()));
}

/** Has those erased whose message was lost or given up. */
export async function resumeErasing({ store, queue }: Deps): Promise<void> {
  for (const orgId of await unfinishedDeletions(store.db))
    await store.db
      .transaction()
      .execute((trx) => queue.send('erase', { org_id: orgId }, { db: trx, singletonKey: orgId }));
}
