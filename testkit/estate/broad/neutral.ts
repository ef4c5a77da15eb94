import type { Neutral } from '../change.ts';
import { appsNeutral } from './neutral/apps.ts';
import { dataNeutral } from './neutral/data.ts';

export const neutral: readonly Neutral[] = [...dataNeutral, ...appsNeutral];
