import {
  eraseSome,
  finishDeletion,
  tenantTables,
  unfinishedDeletions,
} from '../../store/queries/organization-deletions.ts';
import { transact } from '../../store/transact.ts';
import type { Base } from '../base/context.ts';

/** Rows per transaction: few, so that the embedded database serves other queries in between. */
const BATCH = 500;

type Deps = Base;

/**
 * Erases a deleted organization's rows from all tables, and the messages about it. It may be interrupted anywhere and
 * continues with the remaining rows. Does nothing for an organization that was not deleted.
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
  // Rows that were written meanwhile are deleted with the organization's row.
  await transact(store, (trx) => finishDeletion(trx, orgId, new Date()));
}

/** Queues the erasure of organizations whose message was lost or given up. */
export async function resumeErasing({ store, queue }: Deps): Promise<void> {
  for (const orgId of await unfinishedDeletions(store.db))
    await store.db
      .transaction()
      .execute((trx) => queue.send('erase', { org_id: orgId }, { db: trx, singletonKey: orgId }));
}
