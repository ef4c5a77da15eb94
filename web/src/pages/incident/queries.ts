import type { Api } from '../../api/client.ts';
import { pagesOf, pollWhile, queryOf } from '../../api/queries.ts';

const CALM = { staleTime: 60_000, refetchOnWindowFocus: false } as const;

/** One incident; asked for again now and then while it is open. */
export const incidentQuery = (api: Api, org: string, id: string) =>
  queryOf(
    [org, 'incident', id],
    api,
    '/api/v1/incidents/{id}',
    { path: { id }, query: { org_id: org } },
    { refetchInterval: pollWhile(({ status }) => status === 'open', { fastest: 30_000, slowest: 120_000 }) },
  );

/** The finding of an incident: of one analysis, or of the last one. */
export const findingQuery = (api: Api, org: string, id: string, analysis?: string) => {
  const query = { org_id: org, ...(analysis !== undefined && { analysis_id: analysis }) };
  const key = [org, 'incident', id, 'finding', analysis ?? ''];
  return queryOf(key, api, '/api/v1/incidents/{id}/finding', { path: { id }, query }, CALM);
};

export const timelineQuery = (api: Api, org: string, id: string) => {
  const params = { path: { id }, query: { org_id: org, limit: 10 } };
  return pagesOf([org, 'incident', id, 'timeline'], api, '/api/v1/incidents/{id}/timeline', params, CALM);
};
