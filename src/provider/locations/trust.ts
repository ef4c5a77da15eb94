import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const STICKY = 0o1000;
const WORLD_WRITABLE = 0o002;

function trusted(info: Stats): boolean {
  const ours = info.uid === 0 || info.uid === process.getuid?.();
  // In a sticky directory such as /tmp others may add entries, but not replace ours.
  const closed = !(info.mode & WORLD_WRITABLE) || (info.isDirectory() && Boolean(info.mode & STICKY));
  return ours && closed;
}

/**
 * Whether nobody but root and the current user could have put this file here: it and every directory above it, links
 * followed, belong to one of the two and are not world-writable. Binaries in places that nobody configured are launched
 * only if so. Always false on Windows, whose permissions are not these.
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
