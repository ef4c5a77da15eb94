import { QueryClient, type Query } from '@tanstack/react-query';
import { mayPass } from './problem.ts';

const TRIES = 3;
const MAX_PAUSE_MS = 60_000;

/** How long to wait after the n-th failure: what the server asked for, else twice as long each time. */
export const pauseAfter = (failures: number, error: unknown): number =>
  (mayPass(error) ? error.retryAfterMs : undefined) ?? Math.min(MAX_PAUSE_MS, 1000 * 2 ** failures);

/** Temporary failures are retried for as long as a page shows the query: after an outage, the page comes back. */
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

type Polled<Data> = Pick<Query<Data>, 'state'>;

/** Watched for this many answers, it is asked for half as often. */
const SLOWER_AFTER = 15;

/**
 * How often a query asks again by itself, for `refetchInterval`: every `fastest` ms while `lively` says that something is going
 * on, more seldom the longer it is watched (up to every `slowest`), after a failure as the server wished, and not at all
 * otherwise. Hidden tabs do not ask: TanStack Query pauses intervals there.
 */
export function pollWhile<Data>(
  lively: (data: Data) => boolean,
  { fastest = 2000, slowest = 30_000 }: { fastest?: number; slowest?: number } = {},
) {
  return ({ state }: Polled<Data>): number | false => {
    const { data, error, errorUpdateCount, dataUpdateCount } = state;
    if (error !== null) return pauseAfter(errorUpdateCount, error);
    if (data === undefined || !lively(data)) return false;
    return Math.min(slowest, fastest * (1 + dataUpdateCount / SLOWER_AFTER));
  };
}
