import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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

/** Finds in the first of some directories that has it; each directory is looked into once. Throws what `look` throws. */
export function nearest<T extends object>(
  look: (directory: string) => T | undefined,
): (directories: readonly string[]) => T | undefined {
  const known = new Map<string, T | undefined>();
  return (directories) => {
    for (const directory of directories) {
      if (!known.has(directory)) known.set(directory, look(directory));
      const found = known.get(directory);
      if (found) return found;
    }
    return undefined;
  };
}
