import type { BigIntStats, Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SourceProblem, type StateObject, type StateSource } from '../../base/state-source.ts';
import { isSidecar } from '../../engine/state/sniff.ts';

const MAX_BYTES = 256 * 1024 * 1024;

function problemWith(path: string, error: unknown): SourceProblem {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  if (error instanceof SourceProblem) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new SourceProblem('not_found', `${path} does not exist. Check the path.`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM')
    return new SourceProblem('access_denied', `${path} may not be read. Check its permissions and whose it is.`, {
      cause: error,
    });
  if (code === 'ELOOP')
    return new SourceProblem('not_found', `${path} is a symbolic link that leads to itself.`, { cause: error });
  return new SourceProblem('source_unreachable', `${path} cannot be read (${code}). Check the disk and the path.`, {
    cause: error,
  });
}

async function statOf(path: string): Promise<BigIntStats> {
  return stat(path, { bigint: true }).catch((error: unknown) => {
    throw problemWith(path, error);
  });
}

const etagOf = (stats: BigIntStats) => `${stats.ino}-${stats.size}-${stats.mtimeNs}`;

function objectOf(key: string, stats: BigIntStats): StateObject {
  return { key, size: Number(stats.size), etag: etagOf(stats) };
}

/** Refuses everything but regular files: reading from a pipe or a device might never end. */
function regular(path: string, stats: BigIntStats): BigIntStats {
  if (stats.isFile()) return stats;
  throw new SourceProblem('not_found', `${path} is neither a file nor a directory. Name a state file.`);
}

/** An unreadable entry is listed too: reading it reports the reason, and the other states stay available. */
const unseen = (key: string): StateObject => ({ key, size: 0, etag: '' });

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

/**
 * Every `*.tfstate` below a directory, depth first, by name. Follows links to files but not to directories, so that
 * nothing is listed twice and no cycle is entered. Skips `.terraform`, which holds Terraform's working copies.
 */
async function* walk(root: string, below: string, signal: AbortSignal | undefined): AsyncGenerator<StateObject> {
  signal?.throwIfAborted();
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, below), { withFileTypes: true });
  } catch (error) {
    if (below === '') throw problemWith(root, error);
    return yield unseen(below);
  }
  for (const entry of entries.sort(byName)) {
    const key = below + entry.name;
    if (entry.isDirectory()) {
      if (entry.name !== '.terraform') yield* walk(root, `${key}/`, signal);
    } else if (entry.name.endsWith('.tfstate') && !isSidecar(entry.name)) {
      const stats = await statOf(join(root, key)).catch(() => undefined);
      if (!stats) yield unseen(key);
      else if (stats.isFile()) yield objectOf(key, stats);
    }
  }
}

/**
 * A state file of any name, or every `*.tfstate` below a directory; keys are relative paths with `/` on every system.
 * Throws `SourceProblem`: `not_found`, `access_denied`, `too_large` (above `maxBytes`, default 256 MB).
 */
export function createFileSource(path: string, options: { maxBytes?: number | undefined } = {}): StateSource {
  const { maxBytes = MAX_BYTES } = options;
  const pathOf = async (key: string): Promise<string> => ((await statOf(path)).isDirectory() ? join(path, key) : path);
  return {
    async *list(signal) {
      const stats = await statOf(path);
      if (stats.isDirectory()) yield* walk(path, '', signal);
      else yield objectOf(basename(path), regular(path, stats));
    },

    async read(key, signal) {
      signal?.throwIfAborted();
      const file = await pathOf(key);
      // The list contains a directory only when it is unreadable; its own error says more.
      if (key.endsWith('/')) await readdir(file).catch((error: unknown) => Promise.reject(problemWith(file, error)));
      const stats = regular(file, await statOf(file));
      if (Number(stats.size) > maxBytes)
        throw new SourceProblem(
          'too_large',
          `${file} has ${stats.size} bytes, more than the ${maxBytes} that are read of one state. Split the state.`,
        );
      try {
        return { bytes: await readFile(file, signal ? { signal } : {}), etag: etagOf(stats) };
      } catch (error) {
        signal?.throwIfAborted();
        throw problemWith(file, error);
      }
    },

    async etag(key) {
      return etagOf(await statOf(await pathOf(key)));
    },
  };
}
