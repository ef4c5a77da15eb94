import { statSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { lockedVersion, parseLockFile, type LockedVersions } from './locations/lock-file.ts';
import type { LockedVersion } from './contract/types.ts';

/** The directories of the lock file or root module of a state: its own, and those above it up to the analysed one. */
export function directoriesOf(target: string, stateKey: string): string[] {
  if (!statSync(target, { throwIfNoEntry: false })?.isDirectory()) {
    const own = dirname(target);
    // The local backend keeps workspaces in terraform.tfstate.d/<workspace>/ beside the lock file.
    return basename(dirname(own)) === 'terraform.tfstate.d' ? [own, dirname(dirname(own))] : [own];
  }
  const below = dirname(stateKey).split('/');
  const parts = below.filter((part) => part !== '.' && part !== '');
  return [...parts.keys()].map((i) => join(target, ...parts.slice(0, parts.length - i))).concat(target);
}

/** Finds in the first of some directories that has it; each directory is read once. Passes on the errors of `read`. */
export function nearest<T extends object>(
  read: (directory: string) => T | undefined,
): (directories: readonly string[]) => T | undefined {
  const cache = new Map<string, T | undefined>();
  return (directories) => {
    for (const directory of directories) {
      if (!cache.has(directory)) cache.set(directory, read(directory));
      const content = cache.get(directory);
      if (content) return content;
    }
    return undefined;
  };
}

const NAME = '.terraform.lock.hcl';
/** No lock file is this large. */
const MAX_FILE_BYTES = 4 << 20;

/** Finds a provider's entry in the lock file that belongs to a state. */
export type LockedFor = (stateKey: string, source: string) => LockedVersion | undefined;

function readLockFile(path: string): LockedVersions {
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
  const versions = readLockFile(path);
  return (_, source) => lockedVersion(versions, source);
}

/**
 * The nearest lock file to each state of a file or directory that is scanned. One that is there and cannot be understood
 * stops the scan with an error that names it.
 */
export function lockedBeside(target: string): LockedFor {
  const versionsNear = nearest((directory) => {
    const path = join(directory, NAME);
    return statSync(path, { throwIfNoEntry: false }) ? readLockFile(path) : undefined;
  });
  return (stateKey, source) => {
    const versions = versionsNear(directoriesOf(target, stateKey));
    return versions && lockedVersion(versions, source);
  };
}
