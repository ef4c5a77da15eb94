import { fileURLToPath } from 'node:url';
import type { Estate } from '../estate.ts';
import { changes } from './changes.ts';
import { differences } from './differences.ts';
import { neutral } from './neutral.ts';

/** Functions, messages and data: documents in JSON, capacities that scale by themselves, a bucket with all that is beside it. */
export const serverlessEstate: Estate = {
  name: 'serverless',
  source: fileURLToPath(new URL('aws', import.meta.url)),
  changes,
  neutral,
  differences,
  unseenAfterApply: [],
};
