import { readFileSync, writeFileSync } from 'node:fs';
import { newKey } from '../services/keys/format.ts';

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/** The key in a file, made (0600) where it is not there. Throws for one that holds none; `what` says what it should. */
export function keptKey(file: string, what: string): { key: string; created: boolean } {
  const key = newKey();
  try {
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
    return { key, created: true };
  } catch (error) {
    if (!isThere(error)) throw error;
  }
  const kept = readFileSync(file, 'utf8').trim();
  if (kept.length < 20)
    throw new Error(`${file} does not hold ${what}; delete it to have a new one generated, or restore it`);
  return { key: kept, created: false };
}
