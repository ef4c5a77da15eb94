/** What an organization can be told of. */
export const HOOK_EVENTS = ['analysis.completed', 'drift.detected', 'drift.resolved'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** What is sent to see whether anything arrives. */
export const TEST_EVENT = 'webhook.test';

export const HOOK_FORMATS = ['standard', 'slack'] as const;
export type HookFormat = (typeof HOOK_FORMATS)[number];
