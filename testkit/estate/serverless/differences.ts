import type { Difference } from '../estate.ts';

export const differences: Difference[] = [];
