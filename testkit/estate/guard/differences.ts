import type { Difference } from '../estate.ts';

/** What terraform lists and Plumbline, on purpose, does not tell. */
export const differences: Difference[] = [];
