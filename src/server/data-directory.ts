import { accessSync, constants, mkdirSync } from 'node:fs';
import { messageOf } from '../base/errors.ts';
import { ConfigError } from './config.ts';

/** Makes the data directory, for its owner alone, where it is not there. Throws `ConfigError` where it cannot be used. */
export function makeDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError('PLUMBLINE_DATA_DIR', `names ${dataDir}, which cannot be used: ${messageOf(error)}`);
  }
}
