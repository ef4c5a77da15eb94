import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { messageOf } from '../../base/errors.ts';

/** No index of Git is this large; a larger one is not searched. */
const MAX_INDEX_BYTES = 256 << 20;

async function indexAbove(directory: string): Promise<{ root: string; index: string } | undefined> {
  for (let root = directory; ; root = dirname(root)) {
    const git = join(root, '.git');
    const info = await stat(git).catch(() => undefined);
    if (info?.isDirectory()) return { root, index: join(git, 'index') };
    if (info?.isFile()) {
      // A worktree or a submodule names its directory of Git here.
      const [, path = ''] = /^gitdir: (.+)$/m.exec(await readFile(git, 'utf8')) ?? [];
      return { root, index: join(resolve(root, path), 'index') };
    }
    if (dirname(root) === root) return undefined;
  }
}

/**
 * Why a directory's installed providers are not used: `terraform init` has put them there, unless Git tracks them. Then whoever
 * wrote the repository put binary and lock file there, and hashes prove nothing. Undefined where nothing speaks against it.
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
