import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { messageOf } from '../../base/errors.ts';

/** Larger files are no Git index, and are not searched. */
const MAX_INDEX_BYTES = 256 << 20;

async function indexAbove(directory: string): Promise<{ root: string; index: string } | undefined> {
  for (let root = directory; ; root = dirname(root)) {
    const git = join(root, '.git');
    const info = await stat(git).catch(() => undefined);
    if (info?.isDirectory()) return { root, index: join(git, 'index') };
    if (info?.isFile()) {
      // In a worktree or submodule, this file names the Git directory.
      const [, path = ''] = /^gitdir: (.+)$/m.exec(await readFile(git, 'utf8')) ?? [];
      return { root, index: join(resolve(root, path), 'index') };
    }
    if (dirname(root) === root) return undefined;
  }
}

/**
 * The reason why a directory's installed providers are not used; undefined where they may be. `terraform init` has
 * installed them, unless Git tracks them: then the repository's author supplied binary and lock file, and hashes prove
 * nothing.
 */
export async function whyNotInstalled(providers: string): Promise<string | undefined> {
  const found = await indexAbove(dirname(resolve(providers)));
  if (found === undefined) return undefined;
  try {
    const info = await stat(found.index).catch(() => undefined);
    if (info === undefined) return undefined;
    if (info.size > MAX_INDEX_BYTES) throw new Error('its index is too large to be searched');
    const data = dirname(relative(found.root, resolve(providers)))
      .split(sep)
      .join('/');
    const index = await readFile(found.index);
    const isTracked = index.includes(`${data}/`) || index.includes(`${data}\0`);
    return isTracked ? `the repository ${found.root} brings it along, so nobody knows who put it there` : undefined;
  } catch (error) {
    return `whether the repository ${found.root} brings it along is not known: ${messageOf(error)}`;
  }
}
