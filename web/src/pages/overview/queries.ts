import { pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { useGet } from '../../api/use-api.ts';
import { isUnderWay } from '../analyses/queries.ts';

export type Overview = components['schemas']['OrganizationOverview'];
export type Tile = components['schemas']['StateTile'];
export type Day = Overview['history'][number];

const PATH = '/api/v1/orgs/{org_id}/overview';
const DAYS = 90;

/** The overview, asked for again: often while an analysis is under way, now and then else. */
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

/** Whether a cloud is connected; read once, where the overview was not. */
export const useIsConnected = (): boolean | undefined =>
  useGet(PATH, { days: DAYS }, { select: ({ setup }) => setup.cloud_connected }).data;
