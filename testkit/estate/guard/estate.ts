import { fileURLToPath } from 'node:url';
import type { Estate } from '../estate.ts';
import { changes } from './changes.ts';
import { differences } from './differences.ts';
import { neutral } from './neutral.ts';

/**
 * The safeguards of an account and its networks: identities, organizations, audit, load balancers, scaling. The
 * accuracy bench measures it.
 */
export const guardEstate: Estate = {
  name: 'guard',
  source: fileURLToPath(new URL('aws', import.meta.url)),
  changes,
  neutral,
  differences,
  unseenAfterApply: [],
};
