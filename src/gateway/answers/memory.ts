import type { Visit } from '../types.ts';

/**
 * Something of each analysis at each account and endpoint, which goes with the analysis. Where it is not known whose account a
 * visit is at, nothing says that another one sees the same: it has its own.
 */
export function perVisit<T>(make: () => T): (visit: Visit) => T {
  const owners = new WeakMap<object, Map<string, T>>();
  return (visit) => {
    const owner = visit.account === undefined ? visit : visit.by;
    const held = owners.get(owner) ?? new Map<string, T>();
    owners.set(owner, held);
    const key = JSON.stringify([visit.account, visit.endpoint]);
    const had = held.get(key) ?? make();
    held.set(key, had);
    return had;
  };
}
