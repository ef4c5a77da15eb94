import type { components } from './schema.ts';

export type Severity = components['schemas']['Finding']['severity'];

/** From worst to best. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];

export type BySeverity = components['schemas']['BySeverity'];

/** How many that are in all; what is in order does not count. */
export const totalOf = (counts: Omit<BySeverity, 'none'>): number =>
  SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0);
