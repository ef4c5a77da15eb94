import type { ListOutcome } from '../../clouds/contract/inventory.ts';
import { join } from '../report/wording/words.ts';
import type { Managed } from './managed.ts';

/** The reason why a list is not trusted. */
type Incomplete = { reason: 'incomplete'; detail: string };

/**
 * Checks a list against known objects: it has to contain the managed instances of its type that were just read in this
 * location. A list that omits one of them omits others, too (a wrong path, a permission that filters, a missing page),
 * so "nothing unmanaged" would be a guess. Returns undefined if the list is complete.
 * @param contained the managed instances that the list contained
 */
export function checkList(
  outcome: ListOutcome,
  managed: readonly Managed[],
  contained: ReadonlySet<Managed>,
): Incomplete | undefined {
  if (outcome.state === 'not_listed') return undefined;
  const missing = managed.filter((one) => one.isThere === true && !contained.has(one));
  if (missing.length === 0) return undefined;
  const names = join(missing.map(({ address }) => address));
  return { reason: 'incomplete', detail: `Its list leaves out managed instances that were just read: ${names}.` };
}
