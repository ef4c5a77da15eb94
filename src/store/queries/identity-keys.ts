import type { Insertable, Selectable } from 'kysely';
import { within, type Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type IdentityKeyRow = Selectable<Tables['identity_keys']>;

/** All identity keys of this instance, newest first. */
export async function listIdentityKeys(db: Executor): Promise<IdentityKeyRow[]> {
  return within(db, 'instance')
    .selectFrom('identity_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function insertIdentityKey(db: Executor, row: Insertable<Tables['identity_keys']>): Promise<void> {
  await within(db, 'instance').insertInto('identity_keys').values(row).execute();
}
