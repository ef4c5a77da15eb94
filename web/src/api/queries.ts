import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  type InfiniteData,
  type Query,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { ask, askPage, type Api, type Page } from './client.ts';
import { mayPass } from './problem.ts';
import type { paths } from './schema.ts';

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

/** Addresses that answer JSON. */
type Address = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: { content: { 'application/json': unknown } } } } }
    ? P
    : never;
}[keyof paths];
type Get<P extends Address> = paths[P] extends { get: infer Operation } ? Operation : never;
type Data<P extends Address> =
  Get<P> extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;
type Part<Parameters, Name extends string> = Parameters extends { [N in Name]: object }
  ? Pick<Parameters, Name>
  : object;
/** The parameters of an address: of its path and of its query. */
type Params<P extends Address> =
  Get<P> extends { parameters: infer Parameters }
    ? Part<Parameters, 'path'> & (Parameters extends { query?: infer Query } ? { query?: Query } : object)
    : never;

const get = <Body>(api: Api, path: string, params: object, signal: AbortSignal) =>
  (api.GET as unknown as (path: string, init: object) => Parameters<typeof ask<Body>>[0])(path, { params, signal });

type Options<Answer> = Pick<
  UseQueryOptions<Answer>,
  'staleTime' | 'retry' | 'refetchInterval' | 'refetchOnWindowFocus'
>;

/** The query of what an address answers. */
export const queryOf = <P extends Address>(
  queryKey: QueryKey,
  api: Api,
  path: P,
  params: Params<P>,
  options: Options<Data<P>> = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => ask(get<Data<P>>(api, path, params, signal)), ...options });

type Row<P extends Address> = Data<P> extends readonly (infer One)[] ? One : never;
type Cursor = string | undefined;
type PageOptions<One> = Pick<
  UseInfiniteQueryOptions<Page<One>, Error, InfiniteData<Page<One>, Cursor>, QueryKey, Cursor>,
  'staleTime' | 'refetchInterval' | 'refetchOnWindowFocus' | 'placeholderData'
>;

/** The query of a list that is fetched page by page. */
export const pagesOf = <P extends Address>(
  queryKey: QueryKey,
  api: Api,
  path: P,
  params: Params<P>,
  options: PageOptions<Row<P>> = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => {
      const { query } = params as { query?: object };
      const from = { ...params, query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) } };
      return askPage(get<readonly Row<P>[]>(api, path, from, signal));
    },
    initialPageParam: undefined as Cursor,
    getNextPageParam: ({ next }) => next,
    ...options,
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
