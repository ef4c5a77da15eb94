import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ask, createApi } from './client.ts';
import { Problem } from './problem.ts';
import { sessionQuery } from './session.ts';

const PAUSE_MS = 3000;
/** If a navigation takes longer, the page asks for the session, to learn whether the server answers. */
const LONG_MS = 1500;

const unanswered = (error: unknown): boolean => error instanceof Problem && error.status === 0;

const anyUnanswered = (queries: QueryClient): boolean =>
  queries
    .getQueryCache()
    .getAll()
    .some((query) => query.isActive() && unanswered(query.state.fetchFailureReason ?? query.state.error));

/** True while a query of the page has got no HTTP response: the server or the network is down. */
export function useAway(): boolean {
  const queries = useQueryClient();
  const loading = useRouterState({ select: ({ isLoading }) => isLoading });
  useEffect(() => {
    if (!loading) return undefined;
    const timer = setTimeout(() => void queries.invalidateQueries(sessionQuery()), LONG_MS);
    return () => clearTimeout(timer);
  }, [loading, queries]);
  const subscribe = useCallback((onChange: () => void) => queries.getQueryCache().subscribe(onChange), [queries]);
  return useSyncExternalStore(subscribe, () => anyUnanswered(queries));
}

/**
 * Imports a module of the dashboard. Waits while the server does not answer. Throws if the server answers and no longer
 * has the module, as after an upgrade.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      const away = await ask(createApi().GET('/api/v1/session')).then(() => false, unanswered);
      if (!away) return await load().catch(() => Promise.reject(error));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
