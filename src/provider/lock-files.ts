import { statSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { lockedVersion, parseLockFile, type LockedVersions } from './locations/lock-file.ts';
import type { LockedVersion } from './contract/types.ts';

/** Where a state's lock file or root module may be: its directory, and those above up to the analysed one. */
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

/** Returns the first result of `read` among directories; each is read once. Passes on its errors. */
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
/** Larger files are no lock file. */
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

/** Uses one lock file for every state. Throws an error that names the file where it cannot be read or parsed. */
export function lockedBy(path: string): LockedFor {
  const versions = readLockFile(path);
  return (_, source) => lockedVersion(versions, source);
}

/**
 * Uses the nearest lock file to each state of a scanned file or directory. An invalid lock file stops the scan with an
 * error that names it.
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
