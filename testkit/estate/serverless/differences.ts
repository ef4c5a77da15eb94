import type { Difference } from '../estate.ts';

/** None: everything in terraform's list is reported as drift, as a side effect, or as informational. */
export const differences: Difference[] = [];
