import { pollWhile } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.ts';
import { useChange, usePages } from '../../../api/use-api.ts';

export type Hook = components['schemas']['Webhook'];
export type CreatedHook = components['schemas']['CreatedWebhook'];
export type NewHook = components['schemas']['NewWebhook'];
export type Sent = components['schemas']['SentDelivery'];
export type HookEvent = NewHook['events'][number];

/** Deliveries of a webhook, newest first. Polls while a delivery is pending. */
export const useSent = (hook: Hook) =>
  usePages(
    '/api/v1/orgs/{org_id}/webhooks/{hook_id}/deliveries',
    { hook_id: hook.id, limit: 20 },
    {
      refetchInterval: pollWhile(({ pages }) =>
        pages.some(({ rows }) => rows.some(({ status }) => status === 'waiting')),
      ),
    },
  );

export const useUpdateHook = (onSuccess?: () => void) =>
  useChange('patch', '/api/v1/orgs/{org_id}/webhooks/{hook_id}', ['webhooks'], onSuccess);
