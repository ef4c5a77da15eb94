import type { Api } from '../../../api/client.ts';
import { pagesOf } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.ts';
import { useOrgChange } from '../../../api/use-api.ts';

export type Key = components['schemas']['ApiKey'];
export type CreatedKey = components['schemas']['CreatedApiKey'];
export type NewKey = components['schemas']['NewApiKey'];

export const keysQuery = (api: Api, org: string) =>
  pagesOf([org, 'keys'], api, '/api/v1/orgs/{org_id}/keys', { path: { org_id: org }, query: { limit: 50 } });

export const useCreateKey = (onSuccess: (key: CreatedKey) => void) =>
  useOrgChange(
    (api, path, body: NewKey) => api.POST('/api/v1/orgs/{org_id}/keys', { params: { path }, body }),
    ['keys'],
    onSuccess,
  );

/** Puts a new key in the place of one, which works for `grace` seconds more. */
export const useRotateKey = (onSuccess: (key: CreatedKey) => void) =>
  useOrgChange(
    (api, path, { id, grace }: { id: string; grace: number }) =>
      api.POST('/api/v1/orgs/{org_id}/keys/{key_id}/rotate', {
        params: { path: { ...path, key_id: id } },
        body: { grace_seconds: grace },
      }),
    ['keys'],
    onSuccess,
  );

export const useRevokeKey = (onSuccess: () => void) =>
  useOrgChange(
    (api, path, id: string) =>
      api.DELETE('/api/v1/orgs/{org_id}/keys/{key_id}', { params: { path: { ...path, key_id: id } } }),
    ['keys', 'sessions'],
    onSuccess,
  );
