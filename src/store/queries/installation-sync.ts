import { sql } from 'kysely';
import type { Executor } from '../scope.ts';
import type { Trouble } from '../column-values.ts';
import type { InstallationRow } from './installations.ts';

type Identity = Pick<InstallationRow, 'codehost' | 'id'>;

/** Counts a wish to look at an installation; answers the how manieth it is, undefined where there is no such installation. */
export async function countWish(db: Executor, { codehost, id }: Identity): Promise<number | undefined> {
  const row = await db
    .updateTable('installations')
    .set((is) => ({ sync_wanted: is('sync_wanted', '+', 1) }))
    .where('codehost', '=', codehost)
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .returning('sync_wanted')
    .executeTakeFirst();
  return row?.sync_wanted;
}

/** What a look at an installation told, as far as events do not. */
type Look = { app_id: number; permissions: Readonly<Record<string, string>>; done: number; at: Date };

/** Notes that an installation was looked at, which fulfils the wishes up to `done`, and ends what trouble there was. */
export async function noteLook(db: Executor, { codehost, id }: Identity, look: Look): Promise<void> {
  const { app_id, permissions, done, at } = look;
  await db
    .updateTable('installations')
    .set({
      app_id,
      permissions: JSON.stringify(permissions),
      trouble: null,
      sync_done: sql<number>`greatest(sync_done, ${done}::int)`,
      synced_at: at,
    })
    .where('codehost', '=', codehost)
    .where('id', '=', id)
    .execute();
}

/** Notes what kept the App from looking at an installation, if it is something else than is known. */
export async function noteInstallationTrouble(
  db: Executor,
  { codehost, id }: Identity,
  trouble: Trouble,
): Promise<void> {
  await db
    .updateTable('installations')
    .set({ trouble: JSON.stringify(trouble) })
    .where('codehost', '=', codehost)
    .where('id', '=', id)
    .where(sql<boolean>`trouble->>'code' is distinct from ${trouble.code}::text`)
    .execute();
}
