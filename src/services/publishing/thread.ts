import { randomUUID } from 'node:crypto';
import {
  releasePublicationLease,
  renewPublicationLease,
  takePublicationLease,
  type Thread,
} from '../../store/queries/publications.ts';
import type { OrgScope } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';

/** A process that is killed keeps others waiting no longer than this. */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;

/** Somebody else has written meanwhile: this process stood still, or could not reach the database. */
class ThreadLost extends Error {}

/** To be called before something is made that must not be made twice. Throws what `alone` understands where it is not alone any more. */
export type Confirm = () => Promise<void>;

/**
 * Does something while nobody else writes to the same pull request, or issue. False where somebody does: nothing was done, or no
 * more than was before somebody else took over. No transaction is open meanwhile, since the code host may be slow.
 */
export async function alone(
  { store }: Pick<Base, 'store'>,
  scope: OrgScope,
  thread: Thread,
  work: (confirm: Confirm) => Promise<void>,
): Promise<boolean> {
  const holder = randomUUID();
  if (!(await takePublicationLease(store.db, scope, thread, holder, LEASE_SECONDS))) return false;
  // What was given back by somebody else is not taken anew: what was read before that holds no more.
  const keep = () => renewPublicationLease(store.db, scope, thread, holder, LEASE_SECONDS);
  const renewal = setInterval(() => void keep().catch(() => undefined), RENEW_MS).unref();
  try {
    await work(async () => {
      if (!(await keep())) throw new ThreadLost();
    });
    return true;
  } catch (error) {
    if (error instanceof ThreadLost) return false;
    throw error;
  } finally {
    clearInterval(renewal);
    await releasePublicationLease(store.db, scope, thread, holder);
  }
}
