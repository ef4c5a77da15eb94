import type { Difference } from '../estate.ts';

/** None: all that terraform lists is told, as drift, beneath its cause, or beside it. */
export const differences: Difference[] = [];
