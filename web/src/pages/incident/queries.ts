import { pollWhile } from '../../api/queries.ts';
import { useGet, useOrg, usePages } from '../../api/use-api.ts';

const CALM = { staleTime: 60_000, refetchOnWindowFocus: false } as const;

/** One incident. Polls slowly while it is open. */
export const useIncident = (id: string, { enabled = true } = {}) =>
  useGet(
    '/api/v1/incidents/{id}',
    { id, org_id: useOrg() },
    { enabled, refetchInterval: pollWhile(({ status }) => status === 'open', { fastest: 30_000, slowest: 120_000 }) },
  );

/** The finding of an incident in one analysis; by default in the last one. */
export const useFinding = (id: string, analysis?: string, enabled = true) =>
  useGet(
    '/api/v1/incidents/{id}/finding',
    { id, org_id: useOrg(), ...(analysis !== undefined && { analysis_id: analysis }) },
    { ...CALM, enabled },
  );

export const useTimeline = (id: string) =>
  usePages('/api/v1/incidents/{id}/timeline', { id, org_id: useOrg(), limit: 10 }, CALM);
