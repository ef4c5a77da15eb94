import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '../tmp.ts';
import type { SourceWorld } from './world.ts';

/** A directory of this machine. */
export const directoryWorld: SourceWorld = {
  kind: 'directory',
  needs: [],
  strange: ['a b/ü+%.tfstate', 'app/terraform.tfstate', 'app/terraform.tfstate.d/dev/terraform.tfstate'],
  many: 60,
  async start() {
    const directory = await temporaryDirectory();
    const put = async (key: string, text: string) => {
      await mkdir(dirname(join(directory.path, key)), { recursive: true });
      await writeFile(join(directory.path, key), text);
    };
    return {
      settings: { path: directory.path },
      credentials: {},
      put,
      remove: (key) => rm(join(directory.path, key)),
      keyOf: (workspace) =>
        workspace === 'default' ? 'app/terraform.tfstate' : `app/terraform.tfstate.d/${workspace}/terraform.tfstate`,
      litter: () => Promise.all([put('readme.txt', 'no state'), put('app/terraform.tfstate.backup', '{}')]),
      async putHuge(key) {
        await put(key, '');
        await truncate(join(directory.path, key), 257 * 1024 * 1024);
      },
      [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
    };
  },
};
