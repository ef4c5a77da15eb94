import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ask, createApi } from './client.ts';
import { Problem } from './problem.ts';
import { sessionQuery } from './session.ts';

const PAUSE_MS = 3000;
/** A page that is on its way for longer is a reason to ask whether anybody is there. */
const LONG_MS = 1500;

const unanswered = (error: unknown): boolean => error instanceof Problem && error.status === 0;

const anyUnanswered = (queries: QueryClient): boolean =>
  queries
    .getQueryCache()
    .getAll()
    .some((query) => query.isActive() && unanswered(query.state.fetchFailureReason ?? query.state.error));

/** True while what the page asks for is not answered at all. */
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

/** Loads a part of the dashboard. Where the server is away it is waited for; where it is there and has it no more, throws. */
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
