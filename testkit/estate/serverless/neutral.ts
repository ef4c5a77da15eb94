import type { Neutral } from '../change.ts';
import { documents } from './neutral/documents.ts';
import { settings } from './neutral/settings.ts';

export const neutral: readonly Neutral[] = [...documents, ...settings];
