import type { Neutral } from '../change.ts';

export const neutral: readonly Neutral[] = [];
