import { type Api, ask } from '../../../api/client.ts';
import { pagesOf, pollWhile } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.ts';
import { useApi, useChange, useOrg } from '../../../api/use-api.ts';

export type Hook = components['schemas']['Webhook'];
export type CreatedHook = components['schemas']['CreatedWebhook'];
export type NewHook = components['schemas']['NewWebhook'];
export type HookPatch = components['schemas']['WebhookPatch'];
export type Sent = components['schemas']['SentDelivery'];
export type HookEvent = NewHook['events'][number];

/** The webhooks of an organization. */
export const hooksQuery = (api: Api, org: string) =>
  pagesOf([org, 'webhooks'], (from, signal) =>
    api.GET('/api/v1/orgs/{org_id}/webhooks', {
      params: { path: { org_id: org }, query: { limit: 50, ...from } },
      signal,
    }),
  );

/** What was sent to a webhook, newest first; asked anew while something waits. */
export const sentQuery = (api: Api, org: string, hook: string) =>
  pagesOf(
    [org, 'webhooks', hook, 'deliveries'],
    (from, signal) =>
      api.GET('/api/v1/orgs/{org_id}/webhooks/{hook_id}/deliveries', {
        params: { path: { org_id: org, hook_id: hook }, query: { limit: 20, ...from } },
        signal,
      }),
    {
      refetchInterval: pollWhile(({ pages }) =>
        pages.some(({ rows }) => rows.some(({ status }) => status === 'waiting')),
      ),
    },
  );

/** What every change of a webhook works with, and makes stale. */
function useHooks() {
  const [api, org] = [useApi(), useOrg()];
  return { api, org, stale: [[org, 'webhooks']] };
}

/** Makes a webhook. */
export function useCreateHook(onSuccess: (hook: CreatedHook) => void) {
  const { api, org, stale } = useHooks();
  return useChange(
    (body: NewHook) => ask(api.POST('/api/v1/orgs/{org_id}/webhooks', { params: { path: { org_id: org } }, body })),
    { stale, onSuccess },
  );
}

/** Changes a webhook. */
export function useUpdateHook(hook: string, onSuccess: () => void = () => undefined) {
  const { api, org, stale } = useHooks();
  return useChange(
    (body: HookPatch) =>
      ask(
        api.PATCH('/api/v1/orgs/{org_id}/webhooks/{hook_id}', {
          params: { path: { org_id: org, hook_id: hook } },
          body,
        }),
      ),
    { stale, onSuccess },
  );
}

/** Deletes a webhook with its log. */
export function useDeleteHook(hook: string, onSuccess: () => void) {
  const { api, org, stale } = useHooks();
  return useChange(
    () =>
      ask(api.DELETE('/api/v1/orgs/{org_id}/webhooks/{hook_id}', { params: { path: { org_id: org, hook_id: hook } } })),
    { stale, onSuccess },
  );
}

/** Gives a webhook a new secret. */
export function useRotateHook(hook: string, onSuccess: (hook: CreatedHook) => void) {
  const { api, org, stale } = useHooks();
  return useChange(
    (grace: number) =>
      ask(
        api.POST('/api/v1/orgs/{org_id}/webhooks/{hook_id}/rotate', {
          params: { path: { org_id: org, hook_id: hook } },
          body: { grace_seconds: grace },
        }),
      ),
    { stale, onSuccess },
  );
}

/** Sends a message that says nothing. */
export function useTestHook(hook: string) {
  const { api, org, stale } = useHooks();
  return useChange(
    () =>
      ask(
        api.POST('/api/v1/orgs/{org_id}/webhooks/{hook_id}/test', {
          params: { path: { org_id: org, hook_id: hook } },
        }),
      ),
    { stale },
  );
}

/** Sends a message once more. */
export function useReplay(hook: string) {
  const { api, org, stale } = useHooks();
  return useChange(
    (delivery: string) =>
      ask(
        api.POST('/api/v1/orgs/{org_id}/webhooks/{hook_id}/deliveries/{delivery_id}/replay', {
          params: { path: { org_id: org, hook_id: hook, delivery_id: delivery } },
        }),
      ),
    { stale },
  );
}
