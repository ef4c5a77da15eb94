import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isTrusted } from './trust.ts';

/** Where installers and images put things for the whole machine. */
const SYSTEM_ROOTS: readonly string[] = [
  '/opt',
  '/usr/local/share',
  '/usr/local/lib',
  '/usr/lib',
  '/usr/share',
  '/srv',
  '/var/lib',
];

/** A system directory has some hundreds of entries; more is not looked at. */
const MAX_ENTRIES = 4096;

async function isDirectory(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  return info?.isDirectory() ?? false;
}

/**
 * Filesystem mirrors that lie on the machine without being configured: directories one level under the system's usual
 * roots that have a directory named like one of the registry `hosts`, and that nobody but root or the current user
 * could have made (see `isTrusted`).
 */
export async function findSystemMirrors(
  hosts: readonly string[],
  roots: readonly string[] = SYSTEM_ROOTS,
): Promise<string[]> {
  const found: string[] = [];
  for (const root of roots) {
    const names = await readdir(root).catch(() => []);
    const directories = names
      .slice(0, MAX_ENTRIES)
      .sort()
      .map((name) => join(root, name));
    const mirrors = await Promise.all(
      directories.map(async (directory) => {
        const holds = await Promise.all(hosts.map((host) => isDirectory(join(directory, host))));
        return holds.includes(true) && (await isTrusted(directory));
      }),
    );
    found.push(...directories.filter((_, i) => mirrors[i]));
  }
  return found;
}
