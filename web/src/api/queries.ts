import { QueryClient, type Query } from '@tanstack/react-query';
import { mayPass } from './problem.ts';

const TRIES = 3;
const MAX_PAUSE_MS = 60_000;

/** The delay after the n-th failure, in milliseconds: the server's `Retry-After`, else exponential backoff. */
export const pauseAfter = (failures: number, error: unknown): number =>
  (mayPass(error) ? error.retryAfterMs : undefined) ?? Math.min(MAX_PAUSE_MS, 1000 * 2 ** failures);

/** Temporary failures are retried for as long as a page shows the query: after an outage, the page comes back. */
const againAfterFailure = ({ state }: { state: { error: unknown; errorUpdateCount: number } }): number | false =>
  mayPass(state.error) ? pauseAfter(state.errorUpdateCount, state.error) : false;

/** The cache of responses while a page is open. Queries with a permanent error are not retried. */
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
        // A server on this machine or the local network can be reached while the browser is offline.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

type Polled<Data> = Pick<Query<Data>, 'state'>;

/** After this many responses, the polling interval has doubled. */
const SLOWER_AFTER = 15;

/**
 * The polling interval of a query in milliseconds, for `refetchInterval`. While `lively` is true for its data, it
 * starts at `fastest` and grows with every response, up to `slowest`. After a failure it is `pauseAfter`. Otherwise the
 * query does not poll. Hidden tabs do not poll: TanStack Query pauses intervals there.
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
