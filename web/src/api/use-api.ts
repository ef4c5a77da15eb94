import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ask, askPage, createApi, type Api, type Page } from './client.ts';
import {
  resourceOf,
  type Answer,
  type Input,
  type PathOf,
  type Resource,
  type Row,
  type Writing,
} from './operations.ts';
import { includesScope, type Scope, useSession } from './session.ts';

export function useOrg(): string {
  const { org } = useParams({ strict: false });
  if (org === undefined) throw new Error('this page belongs to no organization');
  return org;
}

/** The API for the organization in the URL. */
export function useApi(): Api {
  const { org } = useParams({ strict: false });
  return useMemo(() => createApi(org), [org]);
}

/** The scopes of the session in the URL's organization; without an organization, the session's own. */
export function useScopes(): readonly string[] {
  const { session, organizations } = useSession();
  const { org } = useParams({ strict: false });
  return organizations.find(({ id }) => id === org)?.scopes ?? session.scopes;
}

/** A sentence that `scope` is missing, for the `unavailable` of a `Button`; undefined if the session has the scope. */
export function useLack(scope: Scope): string | undefined {
  const { session } = useSession();
  const granted = useScopes();
  if (session.kind === 'operator' || includesScope(granted, scope)) return undefined;
  return `This needs the scope "${scope}"; you are signed in with "${granted.join(', ')}".`;
}

type Call = (method: string, path: string, init: object) => Parameters<typeof ask<unknown>>[0];

/**
 * Calls an operation for the page's organization. Input that the path names goes into the path, the rest into the
 * query.
 */
function useCall() {
  const api = useApi();
  const { org } = useParams({ strict: false });
  const call = (method: string, path: string, { body, ...input }: { body?: unknown }, signal?: AbortSignal) => {
    const isInPath = ([name]: [string, unknown]) => path.includes(`{${name}}`);
    const inPath = Object.fromEntries(Object.entries({ org_id: org, ...input }).filter(isInPath));
    const query = Object.fromEntries(Object.entries(input).filter((one) => !isInPath(one)));
    return (api.request as Call)(method, path, { params: { path: inPath, query }, body, signal });
  };
  return [call, org] as const;
}

type Given<P, Options> =
  object extends Input<'get', P>
    ? [input?: Input<'get', P>, options?: Options]
    : [input: Input<'get', P>, options?: Options];

type QueryKeys =
  | 'enabled'
  | 'retry'
  | 'staleTime'
  | 'refetchInterval'
  | 'refetchOnWindowFocus'
  | 'placeholderData'
  | 'select';
type Options<Data, Selected> = Pick<UseQueryOptions<Data, Error, Selected>, QueryKeys> & {
  /** A part of the cache key: a new version is fetched again. */
  version?: unknown;
};

function useAnswer<M extends 'get' | 'post', P extends PathOf<M>, Selected>(
  method: M,
  path: P,
  input: Input<M, P>,
  { version, ...options }: Options<Answer<M, P>, Selected> = {},
) {
  const [call, org] = useCall();
  type Asked = Parameters<typeof ask<Answer<M, P>>>[0];
  return useQuery({
    queryKey: [resourceOf(path), org, path, input, version],
    queryFn: ({ signal }) => ask(call(method, path, input, signal) as Asked),
    ...options,
  });
}

/** The response of a GET request. */
export const useGet = <P extends PathOf<'get'>, Selected = Answer<'get', P>>(
  path: P,
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- tsc does not infer it for a generic path
  ...[input = {} as Input<'get', P>, options]: Given<P, Options<Answer<'get', P>, Selected>>
) => useAnswer<'get', P, Selected>('get', path, input, options);

/** The response of a POST request that changes nothing, such as a preview. */
export const usePreview = <P extends PathOf<'post'>>(
  path: P,
  input: Input<'post', P>,
  options?: Options<Answer<'post', P>, Answer<'post', P>>,
) => useAnswer('post', path, input, options);

type Cursor = string | undefined;
type Pages<One> = InfiniteData<Page<One>, Cursor>;
type PagesOptions<One, Selected> = Pick<
  UseInfiniteQueryOptions<Page<One>, Error, Selected, QueryKey, Cursor>,
  QueryKeys
>;

/** A list that is fetched page by page. */
export function usePages<P extends PathOf<'get'>, Selected = Pages<Row<P>>>(
  path: P,
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- tsc does not infer it for a generic path
  ...[input = {} as Input<'get', P>, options]: Given<P, PagesOptions<Row<P>, Selected>>
) {
  const [call, org] = useCall();
  type Asked = Parameters<typeof askPage<Row<P>>>[0];
  return useInfiniteQuery({
    queryKey: [resourceOf(path), org, path, input, 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const from = pageParam === undefined ? input : { ...input, cursor: pageParam };
      return askPage(call('get', path, from, signal) as Asked);
    },
    initialPageParam: undefined as Cursor,
    getNextPageParam: ({ next }) => next,
    ...options,
  });
}

/** A mutation. It settles after the queries of the resources that it made stale were fetched again. */
export function useChange<M extends Writing, P extends PathOf<M>>(
  method: M,
  path: P,
  stale: readonly Resource[],
  onSuccess: (data: Answer<M, P>, input: Input<M, P>) => void = () => undefined,
) {
  const [call] = useCall();
  const queries = useQueryClient();
  type Asked = Parameters<typeof ask<Answer<M, P>>>[0];
  return useMutation({
    mutationFn: (input: Input<M, P>) => ask(call(method, path, input) as Asked),
    onSuccess: async (data, input) => {
      onSuccess(data, input);
      await Promise.all(stale.map((resource) => queries.invalidateQueries({ queryKey: [resource] })));
    },
  });
}
