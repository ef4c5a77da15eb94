import type { Stats } from 'node:fs';
import { realpath, stat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const STICKY = 0o1000;
const WORLD_WRITABLE = 0o002;

function trusted(info: Stats): boolean {
  const ours = info.uid === 0 || info.uid === process.getuid?.();
  // In a sticky directory such as /tmp others may add entries, but not replace ours.
  const closed = !(info.mode & WORLD_WRITABLE) || (info.isDirectory() && Boolean(info.mode & STICKY));
  return ours && closed;
}

/**
 * True where only root or the current user could have put this file here: it and every directory above it, links
 * followed, belong to one of the two and are not world-writable. Required for binaries in locations that nobody
 * configured. Always false on Windows, which has other permissions.
 */
export async function isTrusted(path: string): Promise<boolean> {
  if (process.getuid === undefined) return false;
  let current = await realpath(path).catch(() => undefined);
  if (current === undefined) return false;
  for (;;) {
    const info = await stat(current).catch(() => undefined);
    if (!info || !trusted(info)) return false;
    const parent = dirname(current);
    if (parent === current) return true;
    current = parent;
  }
}

/** Directories where installers and images put files for the whole machine. */
const SYSTEM_ROOTS: readonly string[] = [
  '/opt',
  '/usr/local/share',
  '/usr/local/lib',
  '/usr/lib',
  '/usr/share',
  '/srv',
  '/var/lib',
];

/** System directories have some hundreds of entries; further ones are not read. */
const MAX_ENTRIES = 4096;

async function isDirectory(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  return info?.isDirectory() ?? false;
}

/**
 * Unconfigured filesystem mirrors: directories one level below the system's usual roots that contain a directory named
 * like one of the registry `hosts`, and that only root or the current user could have created (see `isTrusted`).
 */
export async function findSystemMirrors(
  hosts: readonly string[],
  roots: readonly string[] = SYSTEM_ROOTS,
): Promise<string[]> {
  const existing: string[] = [];
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
    existing.push(...directories.filter((_, i) => mirrors[i]));
  }
  return existing;
}
