import { QueryClient } from '@tanstack/react-query';
import { mayPass } from './problem.ts';

const TRIES = 3;
const LONGEST_PAUSE_MS = 60_000;

/** How long to wait after the n-th failure: what the server asked for, else twice as long each time. */
export const pauseAfter = (failures: number, error: unknown): number =>
  (mayPass(error) ? error.retryAfterMs : undefined) ?? Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures);

/** What failed for now is asked again by itself, for as long as a page shows it: after the server was away, the page comes back. */
const againAfterFailure = ({ state }: { state: { error: unknown; errorUpdateCount: number } }): number | false =>
  mayPass(state.error) ? pauseAfter(state.errorUpdateCount, state.error) : false;

/** Where answers are kept while a page is open. What failed for good is not asked again. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        retry: (failures, error) => mayPass(error) && failures < TRIES,
        retryDelay: pauseAfter,
        refetchInterval: againAfterFailure,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        // A server on this machine, or in this house, is there whether or not the browser is online.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
