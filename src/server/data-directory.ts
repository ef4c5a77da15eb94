import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { isObject } from '../base/json.ts';
import { hashKey, newKey } from '../services/keys/format.ts';
import { ConfigError } from './config/config.ts';

/** Creates the data directory unless it exists, for its owner only. Throws `ConfigError` where it cannot be used. */
export function makeDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError('PLUMBLINE_DATA_DIR', `names ${dataDir}, which cannot be used: ${messageOf(error)}`);
  }
}

/** The key in a file, which is created (0600) unless it exists. Throws for a file without a key; `what` names the key. */
export function keptKey(file: string, what: string): { key: string; created: boolean } {
  const key = newKey();
  try {
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
    return { key, created: true };
  } catch (error) {
    if (!isObject(error) || error.code !== 'EEXIST') throw error;
  }
  const kept = readFileSync(file, 'utf8').trim();
  if (kept.length < 20)
    throw new Error(`${file} does not hold ${what}; delete it to have a new one generated, or restore it`);
  return { key: kept, created: false };
}

export type OperatorKey = {
  hash: Uint8Array;
  /** Undefined where the key came from the environment. */
  file: string | undefined;
  /** Whether the key was generated now. */
  created: boolean;
};

/**
 * The operator key: `adminKey`, else the key in `<dataDir>/operator.key`, which is generated (0600) if missing. Only its
 * hash stays in memory.
 */
export function loadOperatorKey(adminKey: string | undefined, dataDir: string): OperatorKey {
  if (adminKey !== undefined) return { hash: hashKey(adminKey), file: undefined, created: false };
  const file = join(dataDir, 'operator.key');
  const { key, created } = keptKey(file, 'an operator key');
  return { hash: hashKey(key), file, created };
}
