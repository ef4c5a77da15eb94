import type { components } from './schema.ts';

export type Severity = components['schemas']['Finding']['severity'];

/** From worst to best. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];

export type BySeverity = components['schemas']['BySeverity'];

/** The sum of the counts of all severities; resources without drift (`none`) do not count. */
export const totalOf = (counts: Omit<BySeverity, 'none'>): number =>
  SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0);
