import type { Executor } from '../scope.ts';
import type { InstallationRow } from './installations.ts';
import { hasRow } from './clauses.ts';

/**
 * Instances' clocks differ by less than this: a due time further beyond the next regular sync came from a wrong clock.
 */
const TOO_FAR_MS = 3600_000;

/** Claims the due sync of a code host for this process; false where none is due. */
export async function takeDueSync(db: Executor, codehost: string, { now, next }: { now: Date; next: Date }) {
  return hasRow(
    db
      .insertInto('code_hosts')
      .values({ codehost, due_at: next })
      .onConflict((conflict) =>
        conflict
          .column('codehost')
          .doUpdateSet({ due_at: next })
          .where((is) =>
            is.or([
              is('code_hosts.due_at', '<=', now),
              is('code_hosts.due_at', '>', new Date(next.getTime() + TOO_FAR_MS)),
            ]),
          ),
      )
      .returning('codehost'),
  );
}

export async function getCodeHost(db: Executor, codehost: string) {
  return db.selectFrom('code_hosts').selectAll().where('codehost', '=', codehost).executeTakeFirst();
}

type Changes = { due_at?: Date; heard_until?: Date; reconciled_at?: Date };

/** Stores until when deliveries of a code host are complete, when it was reconciled, or when the next sync is due. */
export async function noteCodeHost(db: Executor, codehost: string, changes: Changes): Promise<void> {
  await db
    .insertInto('code_hosts')
    .values({ codehost, due_at: new Date(), ...changes })
    .onConflict((conflict) => conflict.column('codehost').doUpdateSet(changes))
    .execute();
}

/** The installations that this App has seen, except deleted ones. */
export async function installationsSeenBy(db: Executor, codehost: string, appId: number): Promise<InstallationRow[]> {
  return db
    .selectFrom('installations')
    .selectAll()
    .where('codehost', '=', codehost)
    .where('app_id', '=', appId)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .execute();
}
