import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashKey, newKey } from '../services/keys/format.ts';

export type OperatorKey = {
  hash: Uint8Array;
  /** Where it lies; undefined when the environment gave it. */
  file: string | undefined;
  /** It was generated just now. */
  created: boolean;
};

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/**
 * The operator key: the one that was given, else the one in `<dataDir>/operator.key`, which is generated (0600) when it
 * is not there. Only its hash is kept in memory.
 */
export function loadOperatorKey(given: string | undefined, dataDir: string): OperatorKey {
  if (given !== undefined) return { hash: hashKey(given), file: undefined, created: false };
  const file = join(dataDir, 'operator.key');
  const key = newKey();
  try {
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
    return { hash: hashKey(key), file, created: true };
  } catch (error) {
    if (!isThere(error)) throw error;
  }
  const kept = readFileSync(file, 'utf8').trim();
  if (kept.length < 20)
    throw new Error(`${file} does not hold an operator key; delete it to have a new one generated, or restore it`);
  return { hash: hashKey(kept), file, created: false };
}
