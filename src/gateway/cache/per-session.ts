import type { Visit } from '../call/types.ts';

/** Something of each analysis at each account and endpoint. */
export type PerVisit<T> = {
  of(visit: Visit): T;
  /** Forgets all of an analysis, and gives what that was. */
  end(by: object): T[];
};

/**
 * Makes something for each analysis at each account and endpoint, which goes with the analysis. Where it is not known whose
 * account a visit is at, nothing says that another one sees the same: it has its own.
 */
export function perVisit<T extends object>(make: () => T): PerVisit<T> {
  const byAnalysis = new WeakMap<object, Map<Visit | string, T>>();
  const byVisit = new WeakMap<Visit, T>();
  return {
    of(visit) {
      const mine = byVisit.get(visit);
      if (mine !== undefined) return mine;
      const held = byAnalysis.get(visit.by) ?? new Map<Visit | string, T>();
      byAnalysis.set(visit.by, held);
      const key = visit.account === undefined ? visit : JSON.stringify([visit.account, visit.endpoint]);
      const had = held.get(key) ?? make();
      held.set(key, had);
      byVisit.set(visit, had);
      return had;
    },
    end(by) {
      const held = byAnalysis.get(by);
      byAnalysis.delete(by);
      return [...(held?.values() ?? [])];
    },
  };
}
