import { fileURLToPath } from 'node:url';
import type { Estate } from '../estate.ts';
import { changes } from './changes.ts';
import { differences } from './differences.ts';
import { neutral } from './neutral.ts';

/**
 * Functions, messages and data: JSON documents, capacities that scale automatically, a bucket with all its side
 * resources.
 */
export const serverlessEstate: Estate = {
  name: 'serverless',
  source: fileURLToPath(new URL('aws', import.meta.url)),
  changes,
  neutral,
  differences,
  unseenAfterApply: [],
};
