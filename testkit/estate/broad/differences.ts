import type { Difference } from '../estate.ts';

/** Drift that terraform lists and Plumbline intentionally does not report. */
export const differences: Difference[] = [];
