import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Api, ask, askPage } from '../../api/client.ts';
import { pagesOf } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import type { RepositoriesSearch } from './search.ts';
import { useApi, useChange, useOrg } from '../../api/use-api.ts';

export type State = components['schemas']['State'];
export type Repository = components['schemas']['Repository'];
export type StateClaim = components['schemas']['StateClaim'];
export type Mapping = components['schemas']['StateMapping'];
/** What people decided, as it was read. */
export type Known = { version: number; mappings: readonly Mapping[] };

const PAGE = 100;
/** States change when an analysis ends: that is seldom, and a list of hundreds is not asked for anew behind the reader's back. */
const CALM = { staleTime: 60_000, refetchOnWindowFocus: false } as const;

/** States with whose they are, page by page. */
export function statesQuery(api: Api, org: string, { q, source, claimed, status, severity, repo }: RepositoriesSearch) {
  const filter = {
    ...(q !== undefined && { q }),
    ...(source !== undefined && { source }),
    ...(claimed !== undefined && { claimed }),
    ...(status !== undefined && { status }),
    ...(severity !== undefined && { severity }),
    ...(repo !== undefined && { repo_id: repo }),
  };
  return pagesOf(
    [org, 'states', filter],
    (from, signal) =>
      api.GET('/api/v1/orgs/{org_id}/states', {
        params: { path: { org_id: org }, query: { ...filter, limit: PAGE, ...from } },
        signal,
      }),
    CALM,
  );
}

/** How the states stand, in figures. */
export const stateCountsQuery = (api: Api, org: string) =>
  queryOptions({
    queryKey: [org, 'state-counts'],
    queryFn: ({ signal }) =>
      ask(api.GET('/api/v1/orgs/{org_id}/states/counts', { params: { path: { org_id: org } }, signal })),
    ...CALM,
  });

/** Repositories by name, page by page. */
export const repositoriesQuery = (api: Api, org: string, q: string | undefined) =>
  pagesOf(
    [org, 'repositories', q ?? ''],
    (from, signal) =>
      api.GET('/api/v1/orgs/{org_id}/repos', {
        params: { path: { org_id: org }, query: { limit: 50, ...(q !== undefined && { q }), ...from } },
        signal,
      }),
    CALM,
  );

/** Repositories to choose from: the first hundred by name. */
export const choosableQuery = (api: Api, org: string) =>
  queryOptions({
    queryKey: [org, 'projects'],
    queryFn: ({ signal }) =>
      ask(api.GET('/api/v1/orgs/{org_id}/repos', { params: { path: { org_id: org }, query: { limit: 100 } }, signal })),
    staleTime: 5 * 60_000,
  });

/** What people decided, in the order in which it is asked. */
export const mappingsQuery = (api: Api, org: string) =>
  queryOptions({
    queryKey: [org, 'state-mappings'],
    queryFn: ({ signal }) =>
      ask(api.GET('/api/v1/orgs/{org_id}/state-mappings', { params: { path: { org_id: org } }, signal })),
  });

/** What a list of mappings would change. */
export const previewQuery = (api: Api, org: string, mappings: readonly Mapping[]) =>
  queryOptions({
    queryKey: [org, 'state-mappings', 'preview', mappings],
    queryFn: ({ signal }) =>
      ask(
        api.POST('/api/v1/orgs/{org_id}/state-mappings/preview', {
          params: { path: { org_id: org } },
          body: { mappings: [...mappings] },
          signal,
        }),
      ),
    staleTime: 0,
    retry: false,
  });

/** What can be accepted at once; who has more proposals sees the others afterwards. */
const MAX_CLAIMS = 1_000;

/** Claims that nobody has accepted, together: whoever accepts them accepts those that were shown, and no later ones. */
export const claimsQuery = (api: Api, org: string, status: 'proposed' | 'contested', repo: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [org, 'state-claims', status, repo ?? ''],
    queryFn: async ({ signal }) => {
      const rows: StateClaim[] = [];
      for (let cursor: string | undefined; ;) {
        const query = { status, limit: PAGE, ...(repo !== undefined && { repo_id: repo }), ...(cursor && { cursor }) };
        const page = await askPage(
          api.GET('/api/v1/orgs/{org_id}/state-claims', { params: { path: { org_id: org }, query }, signal }),
        );
        rows.push(...page.rows);
        cursor = page.next;
        if (cursor === undefined || rows.length >= MAX_CLAIMS) return { rows, next: undefined };
      }
    },
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
    ...CALM,
  });

type Accepting = { claims: readonly string[]; takeOver?: boolean };

/** Accepts claims by their ids; what is known of states and repositories is asked anew then. */
export function useAcceptClaims(onDone?: () => void) {
  const [api, org] = [useApi(), useOrg()];
  const change = useChange(
    ({ claims, takeOver = false }: Accepting) =>
      ask(
        api.POST('/api/v1/orgs/{org_id}/state-claims/accept', {
          params: { path: { org_id: org } },
          body: { claims: [...claims], ...(takeOver && { take_over: true }) },
        }),
      ),
    {
      stale: ['states', 'state-counts', 'state-claims', 'repositories', 'overview'].map((name) => [org, name]),
      ...(onDone && { onSuccess: onDone }),
    },
  );
  const { mutate } = change;
  const one = useCallback((claim: string) => mutate({ claims: [claim] }), [mutate]);
  return { ...change, one };
}

/** Puts a list of mappings in the place of the one that was read; what is known of states is asked anew then. */
export function useReplaceMappings(onDone: () => void) {
  const [api, org] = [useApi(), useOrg()];
  return useChange(
    ({ version, mappings }: Known) =>
      ask(
        api.PUT('/api/v1/orgs/{org_id}/state-mappings', {
          params: { path: { org_id: org } },
          body: { version, mappings: [...mappings] },
        }),
      ),
    {
      stale: ['states', 'state-counts', 'state-mappings', 'repositories'].map((name) => [org, name]),
      onSuccess: onDone,
    },
  );
}
