import type { QueryClient } from '@tanstack/react-query';
import { Problem } from './problem.ts';
import { sessionQuery, type Session } from './session.ts';

const refused = (error: unknown): boolean => error instanceof Problem && error.status === 401;

/**
 * Calls `ended` when it turns out that whoever was signed in is so no more: the session ran out, or was ended elsewhere. A refused
 * call has the session asked for; refused sign-ins end nothing, as nobody is signed in then. Returns the way to stop.
 */
export function watchSession(queries: QueryClient, ended: () => void): () => void {
  const [key] = sessionQuery().queryKey;
  let signedIn = false;
  const check = () => {
    if (signedIn) void queries.fetchQuery({ ...sessionQuery(), staleTime: 0 }).catch(() => undefined);
  };
  const stops = [
    queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (event.action.type === 'error' && refused(event.action.error)) check();
      if (event.action.type !== 'success' || event.query.queryKey[0] !== key) return;
      const before = signedIn;
      signedIn = (event.query.state.data as Session).signed_in;
      if (before && !signedIn) ended();
    }),
    queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && refused(event.action.error)) check();
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
