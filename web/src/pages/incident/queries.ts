import { queryOptions } from '@tanstack/react-query';
import { type Api, ask } from '../../api/client.ts';
import { pagesOf, pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';

type Incident = components['schemas']['Incident'];

/** One incident, which is looked at again now and then while it lasts. */
export const incidentQuery = (api: Api, org: string, id: string) =>
  queryOptions({
    queryKey: [org, 'incident', id],
    queryFn: ({ signal }) =>
      ask(api.GET('/api/v1/incidents/{id}', { params: { path: { id }, query: { org_id: org } }, signal })),
    refetchInterval: pollWhile(({ status }: Incident) => status === 'open', { fastest: 30_000, slowest: 120_000 }),
  });

/** What was found of an incident: by one analysis, or by the last one. */
export const findingQuery = (api: Api, org: string, id: string, analysis?: string) =>
  queryOptions({
    queryKey: [org, 'incident', id, 'finding', analysis ?? ''],
    queryFn: ({ signal }) =>
      ask(
        api.GET('/api/v1/incidents/{id}/finding', {
          params: { path: { id }, query: { org_id: org, ...(analysis !== undefined && { analysis_id: analysis }) } },
          signal,
        }),
      ),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** What the resource went through, incident by incident. */
export const timelineQuery = (api: Api, org: string, id: string) =>
  pagesOf(
    [org, 'incident', id, 'timeline'],
    (from, signal) =>
      api.GET('/api/v1/incidents/{id}/timeline', {
        params: { path: { id }, query: { org_id: org, limit: 10, ...from } },
        signal,
      }),
    { staleTime: 60_000, refetchOnWindowFocus: false },
  );
