import type { Api } from '../../../api/client.ts';
import { pagesOf, pollWhile } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.ts';
import { useOrgChange } from '../../../api/use-api.ts';

export type Hook = components['schemas']['Webhook'];
export type CreatedHook = components['schemas']['CreatedWebhook'];
export type NewHook = components['schemas']['NewWebhook'];
export type HookPatch = components['schemas']['WebhookPatch'];
export type Sent = components['schemas']['SentDelivery'];
export type HookEvent = NewHook['events'][number];

const STALE = ['webhooks'];

export const hooksQuery = (api: Api, org: string) =>
  pagesOf([org, 'webhooks'], api, '/api/v1/orgs/{org_id}/webhooks', { path: { org_id: org }, query: { limit: 50 } });

/** Deliveries to a webhook, newest first; asked for again while one waits. */
export const sentQuery = (api: Api, org: string, hook: string) =>
  pagesOf(
    [org, 'webhooks', hook, 'deliveries'],
    api,
    '/api/v1/orgs/{org_id}/webhooks/{hook_id}/deliveries',
    { path: { org_id: org, hook_id: hook }, query: { limit: 20 } },
    {
      refetchInterval: pollWhile(({ pages }) =>
        pages.some(({ rows }) => rows.some(({ status }) => status === 'waiting')),
      ),
    },
  );

export const useCreateHook = (onSuccess: (hook: CreatedHook) => void) =>
  useOrgChange(
    (api, path, body: NewHook) => api.POST('/api/v1/orgs/{org_id}/webhooks', { params: { path }, body }),
    STALE,
    onSuccess,
  );

export const useUpdateHook = (hook: string, onSuccess?: () => void) =>
  useOrgChange(
    (api, path, body: HookPatch) =>
      api.PATCH('/api/v1/orgs/{org_id}/webhooks/{hook_id}', { params: { path: { ...path, hook_id: hook } }, body }),
    STALE,
    onSuccess,
  );

/** Deletes a webhook with its log. */
export const useDeleteHook = (hook: string, onSuccess: () => void) =>
  useOrgChange(
    (api, path) =>
      api.DELETE('/api/v1/orgs/{org_id}/webhooks/{hook_id}', { params: { path: { ...path, hook_id: hook } } }),
    STALE,
    onSuccess,
  );

export const useRotateHook = (hook: string, onSuccess: (hook: CreatedHook) => void) =>
  useOrgChange(
    (api, path, grace: number) =>
      api.POST('/api/v1/orgs/{org_id}/webhooks/{hook_id}/rotate', {
        params: { path: { ...path, hook_id: hook } },
        body: { grace_seconds: grace },
      }),
    STALE,
    onSuccess,
  );

export const useTestHook = (hook: string) =>
  useOrgChange(
    (api, path) =>
      api.POST('/api/v1/orgs/{org_id}/webhooks/{hook_id}/test', { params: { path: { ...path, hook_id: hook } } }),
    STALE,
  );

export const useReplay = (hook: string) =>
  useOrgChange(
    (api, path, delivery: string) =>
      api.POST('/api/v1/orgs/{org_id}/webhooks/{hook_id}/deliveries/{delivery_id}/replay', {
        params: { path: { ...path, hook_id: hook, delivery_id: delivery } },
      }),
    STALE,
  );
