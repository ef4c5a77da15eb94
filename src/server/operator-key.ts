import { join } from 'node:path';
import { hashKey } from '../services/keys/format.ts';
import { keptKey } from './kept-key.ts';

export type OperatorKey = {
  hash: Uint8Array;
  /** Where it lies; undefined when the environment gave it. */
  file: string | undefined;
  /** It was generated just now. */
  created: boolean;
};

/**
 * The operator key: the one that was given, else the one in `<dataDir>/operator.key`, which is generated (0600) when it
 * is not there. Only its hash is kept in memory.
 */
export function loadOperatorKey(given: string | undefined, dataDir: string): OperatorKey {
  if (given !== undefined) return { hash: hashKey(given), file: undefined, created: false };
  const file = join(dataDir, 'operator.key');
  const { key, created } = keptKey(file, 'an operator key');
  return { hash: hashKey(key), file, created };
}
