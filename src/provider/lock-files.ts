import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { directoriesOf, nearest } from './nearest.ts';
import { lockedVersion, parseLockFile, type LockedVersions } from './locations/lock-file.ts';
import type { LockedVersion } from './contract/types.ts';

const NAME = '.terraform.lock.hcl';
/** No lock file is this large. */
const MAX_FILE_BYTES = 4 << 20;

/** Tells what the lock file that belongs to a state says of a provider. */
export type LockedFor = (stateKey: string, source: string) => LockedVersion | undefined;

function read(path: string): LockedVersions {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) throw new Error('it is not a file of a usual size');
    return parseLockFile(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(
      `The lock file ${path} cannot be used: ${messageOf(error)}. Correct it, name another with --lock-file, or scan with --no-lock-file.`,
      { cause: error },
    );
  }
}

/** This lock file for every state. Throws an error that names it when it cannot be read or understood. */
export function lockedBy(path: string): LockedFor {
  const versions = read(path);
  return (_, source) => lockedVersion(versions, source);
}

/**
 * The nearest lock file to each state of a file or directory that is scanned. One that is there and cannot be understood
 * stops the scan with an error that names it.
 */
export function lockedBeside(target: string): LockedFor {
  const versionsNear = nearest((directory) => {
    const path = join(directory, NAME);
    return statSync(path, { throwIfNoEntry: false }) ? read(path) : undefined;
  });
  return (stateKey, source) => {
    const versions = versionsNear(directoriesOf(target, stateKey));
    return versions && lockedVersion(versions, source);
  };
}
