/** The resources that have a quota. */
export const QUOTA_RESOURCES = ['keys', 'incidents', 'states', 'bytes'] as const;
export type QuotaResource = (typeof QUOTA_RESOURCES)[number];

export type QuotaLimits = Readonly<Record<QuotaResource, number>>;

/** Far above ordinary use. `bytes` counts findings and verdicts. */
export const DEFAULT_QUOTAS: QuotaLimits = {
  keys: 1_000,
  incidents: 100_000,
  states: 10_000,
  bytes: 2 * 1024 ** 3,
};
