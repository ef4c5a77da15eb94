import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { lockedVersion, parseLockFile, type LockedVersions } from './places/lock-file.ts';
import type { LockedVersion } from './types.ts';

const NAME = '.terraform.lock.hcl';
/** No lock file is this large. */
const LARGEST_FILE = 4 << 20;

/** Tells what the lock file that belongs to a state says of a provider. */
export type LockedFor = (stateKey: string, source: string) => LockedVersion | undefined;

function read(path: string): LockedVersions {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > LARGEST_FILE) throw new Error('it is not a file of a usual size');
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

/** The directories that what belongs to a state (its lock file, its root module) may lie in: its own, and those above it up to the one that is scanned. */
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

/**
 * The nearest lock file to each state of a file or directory that is scanned. One that is there and cannot be understood
 * stops the scan with an error that names it.
 */
export function lockedBeside(target: string): LockedFor {
  const known = new Map<string, LockedVersions | undefined>();
  const versionsIn = (directory: string): LockedVersions | undefined => {
    const path = join(directory, NAME);
    if (!known.has(path)) known.set(path, statSync(path, { throwIfNoEntry: false }) ? read(path) : undefined);
    return known.get(path);
  };
  return (stateKey, source) => {
    for (const directory of directoriesOf(target, stateKey)) {
      const versions = versionsIn(directory);
      if (versions) return lockedVersion(versions, source);
    }
    return undefined;
  };
}
