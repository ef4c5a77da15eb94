import { type Api, ask } from '../../../api/client.ts';
import { pagesOf } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.ts';
import { useApi, useChange, useOrg } from '../../../api/use-api.ts';

export type Key = components['schemas']['ApiKey'];
export type CreatedKey = components['schemas']['CreatedApiKey'];
export type NewKey = components['schemas']['NewApiKey'];

/** The keys of an organization, newest first. */
export const keysQuery = (api: Api, org: string) =>
  pagesOf([org, 'keys'], (from, signal) =>
    api.GET('/api/v1/orgs/{org_id}/keys', {
      params: { path: { org_id: org }, query: { limit: 50, ...from } },
      signal,
    }),
  );

/** Makes a key. */
export function useCreateKey(onSuccess: (key: CreatedKey) => void) {
  const [api, org] = [useApi(), useOrg()];
  return useChange(
    (body: NewKey) => ask(api.POST('/api/v1/orgs/{org_id}/keys', { params: { path: { org_id: org } }, body })),
    { stale: [[org, 'keys']], onSuccess },
  );
}

/** Puts a new key in the place of one, which goes on working for a while. */
export function useRotateKey(onSuccess: (key: CreatedKey) => void) {
  const [api, org] = [useApi(), useOrg()];
  return useChange(
    ({ id, grace }: { id: string; grace: number }) =>
      ask(
        api.POST('/api/v1/orgs/{org_id}/keys/{key_id}/rotate', {
          params: { path: { org_id: org, key_id: id } },
          body: { grace_seconds: grace },
        }),
      ),
    { stale: [[org, 'keys']], onSuccess },
  );
}

/** Ends a key. */
export function useRevokeKey(onSuccess: () => void) {
  const [api, org] = [useApi(), useOrg()];
  return useChange(
    (id: string) =>
      ask(api.DELETE('/api/v1/orgs/{org_id}/keys/{key_id}', { params: { path: { org_id: org, key_id: id } } })),
    {
      stale: [
        [org, 'keys'],
        [org, 'sessions'],
      ],
      onSuccess,
    },
  );
}
