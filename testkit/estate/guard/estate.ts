import { fileURLToPath } from 'node:url';
import type { Estate } from '../estate.ts';
import { changes } from './changes.ts';
import { differences } from './differences.ts';
import { neutral } from './neutral.ts';

/** What guards an account and its networks: identities, organizations, audit, balancers, scaling. Measured by the bench of accuracy. */
export const guardEstate: Estate = {
  name: 'guard',
  source: fileURLToPath(new URL('aws', import.meta.url)),
  changes,
  neutral,
  differences,
  unseenAfterApply: [],
};
