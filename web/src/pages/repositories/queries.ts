import { infiniteQueryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ask, askPage, type Api } from '../../api/client.ts';
import { pagesOf, queryOf } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { withoutEmpty } from '../../api/search.ts';
import { useOrgChange } from '../../api/use-api.ts';
import type { RepositoriesSearch } from './search.ts';
import { queryOptions } from '@tanstack/react-query';

export type State = components['schemas']['State'];
export type Repository = components['schemas']['Repository'];
export type StateClaim = components['schemas']['StateClaim'];
export type Mapping = components['schemas']['StateMapping'];
/** Assignments by hand, with the version that a change is based on. */
export type Known = { version: number; mappings: readonly Mapping[] };

const PAGE = 100;
/** States change when an analysis ends: a list of hundreds is not asked for anew behind the reader's back. */
const CALM = { staleTime: 60_000, refetchOnWindowFocus: false } as const;

export function statesQuery(api: Api, org: string, { q, source, claimed, status, severity, repo }: RepositoriesSearch) {
  const query = { ...withoutEmpty({ q, source, claimed, status, severity, repo_id: repo }), limit: PAGE };
  return pagesOf([org, 'states', query], api, '/api/v1/orgs/{org_id}/states', { path: { org_id: org }, query }, CALM);
}

export const stateCountsQuery = (api: Api, org: string) =>
  queryOf([org, 'state-counts'], api, '/api/v1/orgs/{org_id}/states/counts', { path: { org_id: org } }, CALM);

export const repositoriesQuery = (api: Api, org: string, q: string | undefined) => {
  const params = { path: { org_id: org }, query: { ...withoutEmpty({ q }), limit: 50 } };
  return pagesOf([org, 'repositories', q ?? ''], api, '/api/v1/orgs/{org_id}/repos', params, CALM);
};

/** Repositories to choose from: the first hundred by name. */
export const choosableQuery = (api: Api, org: string) => {
  const params = { path: { org_id: org }, query: { limit: 100 } };
  return queryOf([org, 'projects'], api, '/api/v1/orgs/{org_id}/repos', params, { staleTime: 5 * 60_000 });
};

/** Assignments by hand, in order of precedence. */
export const mappingsQuery = (api: Api, org: string) =>
  queryOf([org, 'state-mappings'], api, '/api/v1/orgs/{org_id}/state-mappings', { path: { org_id: org } });

/** A preview of a list of mappings. */
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

/** As many can be accepted at once. */
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

export function useAcceptClaims(onDone?: () => void) {
  const change = useOrgChange(
    (api, path, { claims, takeOver = false }: { claims: readonly string[]; takeOver?: boolean }) =>
      api.POST('/api/v1/orgs/{org_id}/state-claims/accept', {
        params: { path },
        body: { claims: [...claims], ...(takeOver && { take_over: true }) },
      }),
    ['states', 'state-counts', 'state-claims', 'repositories', 'overview'],
    onDone,
  );
  const { mutate } = change;
  const one = useCallback((claim: string) => mutate({ claims: [claim] }), [mutate]);
  return { ...change, one };
}

/** Replaces the list of mappings that was read. */
export const useReplaceMappings = (onDone: () => void) =>
  useOrgChange(
    (api, path, { version, mappings }: Known) =>
      api.PUT('/api/v1/orgs/{org_id}/state-mappings', { params: { path }, body: { version, mappings: [...mappings] } }),
    ['states', 'state-counts', 'state-mappings', 'repositories'],
    onDone,
  );
