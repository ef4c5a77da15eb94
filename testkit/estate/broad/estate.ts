import { fileURLToPath } from 'node:url';
import type { Estate } from '../estate.ts';
import { changes } from './changes.ts';
import { differences } from './differences.ts';
import { neutral } from './neutral.ts';

/** Many services with a few resources each: more than 120 types that no other estate contains. */
export const broadEstate: Estate = {
  name: 'broad',
  source: fileURLToPath(new URL('aws', import.meta.url)),
  changes,
  neutral,
  differences,
  unseenAfterApply: [],
};
