import type { Change } from '../change.ts';

export const changes: readonly Change[] = [];
