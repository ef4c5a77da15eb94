import type { Neutral } from '../change.ts';
import { dataNeutral } from './neutral/data.ts';

export const neutral: readonly Neutral[] = [...dataNeutral];
