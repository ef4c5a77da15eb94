import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import { pollWhile, queryOf } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { isUnderWay } from '../analyses/queries.ts';

export type Overview = components['schemas']['OrganizationOverview'];
export type Tile = components['schemas']['StateTile'];
export type Day = Overview['history'][number];

export const DAYS = 90;

/** The overview, asked for again: often while an analysis is under way, now and then else. */
export const overviewQuery = (api: Api, org: string) =>
  queryOf(
    [org, 'overview'],
    api,
    '/api/v1/orgs/{org_id}/overview',
    { path: { org_id: org }, query: { days: DAYS } },
    {
      refetchInterval: (query) => {
        const running = query.state.data?.last_analysis;
        const fastest = running && isUnderWay(running) ? 4000 : 30_000;
        return pollWhile(() => true, { fastest, slowest: 120_000 })(query);
      },
    },
  );

/** Whether a cloud is connected; read once, where the overview was not. */
export const connectedQuery = (api: Api, org: string) =>
  queryOptions({
    ...overviewQuery(api, org),
    select: ({ setup }) => setup.cloud_connected,
    refetchInterval: false,
  });
