import type { components } from '../../api/schema.ts';
import { useGet } from '../../api/use-api.ts';

export type Finding = components['schemas']['Finding'];
export type NextSteps = components['schemas']['NextSteps'];

export const useFinding = (id: string, fingerprint: string) =>
  useGet(
    '/api/v1/analyses/{id}/findings/{fingerprint}',
    { id, fingerprint },
    { staleTime: 60_000, refetchOnWindowFocus: false },
  );
