import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ask, createApi } from './client.ts';
import type { components } from './schema.ts';
import { Problem } from './problem.ts';

export type Session = components['schemas']['Session'];
export type SignedIn = Extract<Session, { signed_in: true }>;
export type Scope = 'read' | 'write' | 'admin';

const SCOPES: readonly Scope[] = ['read', 'write', 'admin'];

export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => ask(createApi().GET('/api/v1/session', { signal })),
    staleTime: 60_000,
  });

/** The session of a page behind the sign-in. If it has just ended, its last value, until the page is left. */
export function useSession(): SignedIn {
  const { data } = useQuery(sessionQuery());
  const { session } = useRouteContext({ strict: false });
  const known = data?.signed_in === true ? data : session;
  if (known === undefined) throw new Error('this page is for those who are signed in');
  return known;
}

/** True if `granted` contains `scope` or a scope that includes it. */
export const includesScope = (granted: readonly string[], scope: Scope): boolean =>
  SCOPES.slice(SCOPES.indexOf(scope)).some((one) => granted.includes(one));

/** Clears the cache, which holds responses for the previous session, and reads the session again. */
export function useForgetAnswers(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    queries.clear();
    await queries.fetchQuery(sessionQuery());
  };
}

const refused = (error: unknown): boolean => error instanceof Problem && error.status === 401;

/**
 * Calls `ended` when the session has expired or was revoked elsewhere. A 401 makes it read the session again; the 401
 * of a sign-in has no effect, since no session exists then. Returns a function that stops watching.
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
