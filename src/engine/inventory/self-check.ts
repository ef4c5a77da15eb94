import type { ListOutcome } from '../../clouds/contract/inventory.ts';
import { join } from '../report/wording/words.ts';
import type { Managed } from './managed.ts';

/** Why a list is not believed. */
export type Disbelief = { reason: 'incomplete'; detail: string };

/**
 * Checks a list by what is known to be there: it has to contain the managed instances of its type that were just read in this place. One that leaves
 * any of them out leaves out others, too, so that "nothing unmanaged" would be a guess: another path, a permission that filters, a page that did not
 * come. Undefined where the list holds.
 * @param contained the managed instances that the list contained
 */
export function checkList(
  outcome: ListOutcome,
  managed: readonly Managed[],
  contained: ReadonlySet<Managed>,
): Disbelief | undefined {
  if (outcome.state === 'not_listed') return undefined;
  const missing = managed.filter((one) => one.isThere === true && !contained.has(one));
  if (missing.length === 0) return undefined;
  const names = join(missing.map(({ address }) => address));
  return { reason: 'incomplete', detail: `Its list leaves out managed instances that were just read: ${names}.` };
}
