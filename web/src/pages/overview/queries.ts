import { keepPreviousData } from '@tanstack/react-query';
import { pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { withoutEmpty, wordIn } from '../../api/search.ts';
import { useGet } from '../../api/use-api.ts';
import { isUnderWay } from '../analyses/queries.ts';

export type Overview = components['schemas']['OrganizationOverview'];
export type Cell = components['schemas']['DriftMapCell'];
export type Day = Overview['history'][number];

const PATH = '/api/v1/orgs/{org_id}/overview';
const DAYS = 90;

/** The overview. Polls often while an analysis is running, otherwise slowly. */
export const useOverview = () =>
  useGet(
    PATH,
    { days: DAYS },
    {
      refetchInterval: (query) => {
        const running = query.state.data?.last_analysis;
        const fastest = running && isUnderWay(running) ? 4000 : 30_000;
        return pollWhile(() => true, { fastest, slowest: 120_000 })(query);
      },
    },
  );

/** Whether a state source is connected. Fetches the overview once, unless it is cached. */
export const useIsConnected = (): boolean | undefined =>
  useGet(PATH, { days: DAYS }, { select: ({ setup }) => setup.cloud_connected }).data;

/** The groupings of the treemap of states. */
export const MAP_KINDS = ['repository', 'account', 'region', 'module'] as const;
export type MapKind = (typeof MAP_KINDS)[number];

export const overviewSearch = (search: Record<string, unknown>) => withoutEmpty({ by: wordIn(MAP_KINDS, search.by) });

export type OverviewSearch = ReturnType<typeof overviewSearch>;

/** The states in groups; fetched again when an analysis has ended. */
export const useDriftMap = (by: MapKind, version: unknown) =>
  useGet('/api/v1/orgs/{org_id}/drift-map', { by }, { version, staleTime: 60_000, placeholderData: keepPreviousData });
