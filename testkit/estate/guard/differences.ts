import type { Difference } from '../estate.ts';

/** Drift of terraform's list that Plumbline does not report on purpose. */
export const differences: Difference[] = [];
