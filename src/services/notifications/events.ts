/** The events that a webhook can subscribe to. */
export const HOOK_EVENTS = [
  'analysis.completed',
  'drift.detected',
  'drift.resolved',
  'unmanaged.detected',
  'unmanaged.resolved',
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** The event of a test message, which only shows that the webhook works. */
export const TEST_EVENT = 'webhook.test';

export const HOOK_FORMATS = ['standard', 'slack'] as const;
export type HookFormat = (typeof HOOK_FORMATS)[number];
