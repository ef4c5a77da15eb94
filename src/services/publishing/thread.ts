import { randomUUID } from 'node:crypto';
import { giveThread, takeThread, type Thread } from '../../store/queries/publications.ts';
import type { OrgScope } from '../../store/scope.ts';
import type { Services } from '../context.ts';

/** A process that is killed keeps others waiting no longer than this. */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;

/**
 * Does something while nobody else writes to the same pull request, or issue. False where somebody does: nothing was done. No
 * transaction is open meanwhile, since the code host may be slow.
 */
export async function alone(
  { store }: Pick<Services, 'store'>,
  scope: OrgScope,
  thread: Thread,
  work: () => Promise<void>,
): Promise<boolean> {
  const holder = randomUUID();
  const take = () => takeThread(store.db, scope, thread, holder, LEASE_SECONDS);
  if (!(await take())) return false;
  const renewal = setInterval(() => void take().catch(() => undefined), RENEW_MS).unref();
  try {
    await work();
  } finally {
    clearInterval(renewal);
    await giveThread(store.db, scope, thread, holder);
  }
  return true;
}
