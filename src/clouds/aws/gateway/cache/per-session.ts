import type { Session } from '../call/types.ts';

/** One value for each analysis, account and endpoint. */
export type PerSession<T> = {
  of(session: Session): T;
  /** Removes all entries of an analysis, and returns them. */
  end(by: object): T[];
};

/**
 * Makes one value for each analysis, account and endpoint; it lasts as long as the analysis. A session whose account is
 * unknown gets its own value, since another session may see other resources.
 */
export function perSession<T extends object>(make: () => T): PerSession<T> {
  const byAnalysis = new WeakMap<object, Map<Session | string, T>>();
  const bySession = new WeakMap<Session, T>();
  return {
    of(session) {
      const mine = bySession.get(session);
      if (mine !== undefined) return mine;
      const held = byAnalysis.get(session.by) ?? new Map<Session | string, T>();
      byAnalysis.set(session.by, held);
      const key = session.account === undefined ? session : JSON.stringify([session.account, session.endpoint]);
      const cached = held.get(key) ?? make();
      held.set(key, cached);
      bySession.set(session, cached);
      return cached;
    },
    end(by) {
      const held = byAnalysis.get(by);
      byAnalysis.delete(by);
      return [...(held?.values() ?? [])];
    },
  };
}
