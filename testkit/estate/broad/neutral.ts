import type { Neutral } from '../change.ts';
import { appsNeutral } from './neutral/apps.ts';

export const neutral: readonly Neutral[] = [...appsNeutral];
