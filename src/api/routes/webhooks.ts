import { Type } from 'typebox';
import { link, operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import {
  Nullable,
  oneOf,
  OrNull,
  PageFields,
  PageQuery,
  Strict,
  Time,
  text,
  LINE_OR_EMPTY,
  NamedStrict,
  About,
  Named,
  described,
} from '../schemas/common.ts';
import { createHook, deleteHook, rotateHook, updateHook } from '../../services/notifications/create.ts';
import { listHookDeliveries, replayHookDelivery, testHook } from '../../services/notifications/deliveries.ts';
import { HOOK_EVENTS, HOOK_FORMATS, type HookFormat } from '../../services/notifications/events.ts';
import { getHook, listHooks } from '../../services/notifications/list.ts';

const Event = oneOf(HOOK_EVENTS);
const Format = oneOf(
  HOOK_FORMATS,
  'standard: JSON, signed as Standard Webhooks has it; slack: a message for an incoming webhook of Slack',
);

const hookFields = {
  url: text(
    'Where to send; https, and no private address unless the operator allows it. It is never shown again',
    'https://hooks.example.com/plumbline/8f14e45fceea167a',
    { minLength: 1, maxLength: 2_000 },
  ),
  events: Type.Array(Event, { minItems: 1, maxItems: HOOK_EVENTS.length, description: 'Events to be notified of' }),
  format: Format,
  enabled: Type.Boolean(),
  description: OrNull(text('For people', 'on-call channel', { maxLength: 200, pattern: LINE_OR_EMPTY })),
};

export const NewHook = NamedStrict('NewWebhook', {
  url: hookFields.url,
  events: hookFields.events,
  format: Type.Unsafe<HookFormat>({ ...Format, default: 'standard' }),
  enabled: Type.Boolean({ default: true }),
  description: Type.Optional(hookFields.description),
});

export const HookPatch = Strict(
  {
    url: Type.Optional(hookFields.url),
    events: Type.Optional(hookFields.events),
    format: Type.Optional(hookFields.format),
    enabled: Type.Optional(hookFields.enabled),
    description: Type.Optional(hookFields.description),
  },
  {
    title: 'WebhookPatch',
    description: 'Absent = unchanged. Enabling one that was disabled gives it a fresh start',
    examples: [{ enabled: true }],
  },
);

const Trouble = Type.Object({
  code: Type.String({ examples: ['timeout'] }),
  detail: Type.String({ examples: ['It did not answer within 10 seconds.'] }),
});

const fields = {
  id: Type.String({ examples: ['hook_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  url_hint: text('Host and last characters of the address', 'https://hooks.example.com/…167a'),
  format: Format,
  events: Type.Array(Type.String({ examples: ['drift.detected'] })),
  description: Nullable(Type.String({ examples: ['on-call channel'] })),
  enabled: Type.Boolean(),
  disabled_reason: Nullable(
    About('Why Plumbline disabled it; null where it did not', {
      code: text('failing, or gone', 'gone'),
      detail: Type.String({ examples: ['The receiver answered 410: it wants nothing any more.'] }),
    }),
    { examples: [null] },
  ),
  failing_since: Nullable(described(Time, 'Since when every try has failed; null where the last one did not'), {
    examples: [null],
  }),
  previous_secret_until: Nullable(described(Time, 'Until when messages are signed with the secret of before as well'), {
    examples: [null],
  }),
  created_at: Time,
  updated_at: Time,
};

export const Hook = Named('Webhook', fields);

export const CreatedHook = Named('CreatedWebhook', {
  ...fields,
  secret: text('The secret that messages are signed with. It is shown here and never again.', 'whsec_…'),
});

const DAY = 24 * 3600;

export const SecretRotation = NamedStrict('WebhookSecretRotation', {
  grace_seconds: Type.Integer({
    minimum: 0,
    maximum: 7 * DAY,
    default: DAY,
    description: 'How long messages are signed with the old secret as well; 0 = with the new one alone at once',
  }),
});

const STATUSES = ['waiting', 'delivered', 'failed'] as const;
export const HookDeliveryStatus = oneOf(STATUSES, 'waiting: for its first or next try; failed: given up');

export const HookDelivery = Named('SentDelivery', {
  id: text('The `webhook-id` of the message: the same for all its tries', 'msg_0V3mKq8ZxYbD2nR5tW7uAe'),
  event: Type.String({ examples: ['drift.detected'] }),
  analysis_id: Nullable(Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] })),
  status: HookDeliveryStatus,
  attempts: Type.Integer({ description: 'Tries since it was made or replayed last' }),
  replays: Type.Integer(),
  response_status: Nullable(Type.Integer({ description: 'Of the last try, as are the next three' })),
  duration_ms: Nullable(Type.Integer()),
  response_excerpt: Nullable(text('The beginning of an answer that was no success, masked', 'upstream is away')),
  error: Nullable(Trouble),
  created_at: Time,
  last_attempt_at: Nullable(Time),
  next_attempt_at: Nullable(Time),
});

export function webhookRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'notifications');

  route('createWebhook', 'POST /api/v1/orgs/:org_id/webhooks', 'admin', {
    links: {
      delete: link('deleteWebhook', 'Delete this webhook', {
        org_id: '$request.path.org_id',
        hook_id: '$response.body#/id',
      }),
    },
    summary: 'Create a webhook',
    description: '409 where the organization has reached its limit.',
    body: NewHook,
    success: { 201: CreatedHook },
    errors: [409],
    call: createHook,
  });
  list('listWebhooks', 'GET /api/v1/orgs/:org_id/webhooks', 'admin', {
    summary: 'The webhooks of an organization',
    query: PageQuery,
    items: Hook,
    call: listHooks,
  });
  route('getWebhook', 'GET /api/v1/orgs/:org_id/webhooks/:hook_id', 'admin', {
    summary: 'One webhook',
    success: { 200: Hook },
    call: getHook,
  });
  route('updateWebhook', 'PATCH /api/v1/orgs/:org_id/webhooks/:hook_id', 'admin', {
    summary: 'Change a webhook',
    body: HookPatch,
    success: { 200: Hook },
    call: (ctx, { org_id, hook_id, ...patch }) => updateHook(ctx, { org_id, hook_id, patch }),
  });
  route('deleteWebhook', 'DELETE /api/v1/orgs/:org_id/webhooks/:hook_id', 'admin', {
    summary: 'Delete a webhook with its log',
    success: { 204: Type.Null({ description: 'Deleted' }) },
    call: deleteHook,
  });
  route('rotateWebhookSecret', 'POST /api/v1/orgs/:org_id/webhooks/:hook_id/rotate', 'admin', {
    summary: 'Replace the secret of a webhook',
    description: 'Messages carry the signatures of both secrets until the grace period is over.',
    body: SecretRotation,
    success: { 200: CreatedHook },
    call: rotateHook,
  });
  route('testWebhook', 'POST /api/v1/orgs/:org_id/webhooks/:hook_id/test', 'admin', {
    summary: 'Send a test message',
    description: 'Answers at once; the result is in the log of deliveries. 409 where the webhook is disabled.',
    success: { 202: HookDelivery },
    errors: [409],
    call: testHook,
  });
  list('listWebhookDeliveries', 'GET /api/v1/orgs/:org_id/webhooks/:hook_id/deliveries', 'admin', {
    summary: 'Deliveries to a webhook, with their results',
    description: 'Newest first; kept for 30 days.',
    query: Strict({ ...PageFields, status: Type.Optional(HookDeliveryStatus) }),
    items: HookDelivery,
    call: listHookDeliveries,
  });
  route(
    'replayWebhookDelivery',
    'POST /api/v1/orgs/:org_id/webhooks/:hook_id/deliveries/:delivery_id/replay',
    'admin',
    {
      summary: 'Send a message once more',
      description:
        'Under the same id. Answers at once; 409 where it waits for a try already, or the webhook is disabled.',
      success: { 202: HookDelivery },
      errors: [409],
      call: replayHookDelivery,
    },
  );
}
