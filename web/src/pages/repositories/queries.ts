import { SEVERITIES } from '../../api/severities.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { askPage, type Api } from '../../api/client.ts';
import type { components } from '../../api/schema.ts';
import { textIn, withoutEmpty, wordIn } from '../../api/search.ts';
import { useChange, useGet, usePages, usePreview } from '../../api/use-api.ts';

export const WORST = [...SEVERITIES, 'none'] as const;
export const SOURCES = ['none', 'api', 'config', 'backend'] as const;

/** The statuses of a claim that is not accepted. */
export const CLAIMED = ['proposed', 'contested'] as const;

/** The view and the filters of the page. */
export const repositoriesSearch = (search: Record<string, unknown>) =>
  withoutEmpty({
    view: wordIn(['proposals', 'repositories', 'mappings'], search.view),
    q: textIn(search.q),
    source: wordIn(SOURCES, search.source),
    claimed: wordIn(CLAIMED, search.claimed),
    status: wordIn(['unreadable'], search.status),
    severity: wordIn(WORST, search.severity),
    repo: textIn(search.repo),
  });

export type RepositoriesSearch = ReturnType<typeof repositoriesSearch>;

export type State = components['schemas']['State'];
export type Repository = components['schemas']['Repository'];
export type StateClaim = components['schemas']['StateClaim'];
export type Mapping = components['schemas']['StateMapping'];
/** Assignments by hand, with the version that a change is based on. */
export type Known = components['schemas']['StateMappings'];

const PAGE = 100;
/**
 * Cache options of lists of states, which change when an analysis ends: hundreds of rows are not refetched on focus.
 */
export const CALM = { staleTime: 60_000, refetchOnWindowFocus: false } as const;

export const useStates = ({ q, source, claimed, status, severity, repo }: RepositoriesSearch) =>
  usePages(
    '/api/v1/orgs/{org_id}/states',
    { ...withoutEmpty({ q, source, claimed, status, severity, repo_id: repo }), limit: PAGE },
    CALM,
  );

export const useRepositories = (q: string | undefined) =>
  usePages('/api/v1/orgs/{org_id}/repos', { ...withoutEmpty({ q }), limit: 50 }, CALM);

/** Repositories to choose from: the first hundred by name. */
export const useChoosable = () => useGet('/api/v1/orgs/{org_id}/repos', { limit: 100 }, { staleTime: 5 * 60_000 });

/** Assignments by hand, in order of precedence. */
export const useMappings = () => useGet('/api/v1/orgs/{org_id}/state-mappings');

/** A preview of a list of mappings. */
export const useMappingPreview = (mappings: readonly Mapping[]) =>
  usePreview(
    '/api/v1/orgs/{org_id}/state-mappings/preview',
    { body: { mappings: [...mappings] } },
    { staleTime: 0, retry: false },
  );

/** The API accepts at most this many claims in one request. */
const MAX_CLAIMS = 1_000;

/** All claims that nobody has accepted, in one list: accepting them accepts the shown claims, and no later ones. */
export const claimsQuery = (api: Api, org: string, status: 'proposed' | 'contested', repo: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['state-claims', org, status, repo],
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

export const useAcceptClaims = (onDone?: () => void) =>
  useChange(
    'post',
    '/api/v1/orgs/{org_id}/state-claims/accept',
    ['states', 'state-claims', 'repos', 'overview'],
    onDone,
  );

/** Replaces the list of mappings that was read. */
export const useReplaceMappings = (onDone?: () => void) =>
  useChange('put', '/api/v1/orgs/{org_id}/state-mappings', ['states', 'state-mappings', 'repos'], onDone);
