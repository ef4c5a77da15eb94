import { execFile } from 'node:child_process';
import { cp, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../testkit/tmp.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Creates a clone of a few files, in which sources and build print different texts. */
async function makeClone(clone: string): Promise<void> {
  await cp(join(root, 'bin'), join(clone, 'bin'), { recursive: true });
  const says = (what: string) => `export const main = () => console.log('${what}');\n`;
  const files = {
    'package.json': '{"type":"module"}',
    'package-lock.json': '{}',
    'scripts/build-into.ts': '',
    'scripts/build-server.ts': '',
    'scripts/vite.server.ts': '',
    'src/cli/main.ts': says('the sources'),
    'testkit/plugin/main.ts': '',
    'dist/cli/main.js': says('the build'),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(clone, name, '..'), { recursive: true });
    await writeFile(join(clone, name), text);
  }
  const { stampOfSources } = (await import(join(clone, 'bin/sources.mjs'))) as { stampOfSources: () => string };
  await writeFile(join(clone, 'dist/.sources'), stampOfSources());
}

const runIn = (clone: string) =>
  promisify(execFile)(process.execPath, [join(clone, 'bin/plumbline.mjs')], {
    env: { PATH: process.env.PATH, NODE_DISABLE_COMPILE_CACHE: '1' },
  }).catch(({ code, stderr }: { code: number; stderr: string }) => ({ code, stdout: '', stderr }));

test('runs the build of a copied clone without the packages of its sources, and says what is missing without both', async () => {
  await using dir = await temporaryDirectory();
  const clone = join(dir.path, 'a clone');
  await makeClone(clone);
  // Python creates this directory beside its files.
  await mkdir(join(clone, 'testkit/__pycache__'));
  await writeFile(join(clone, 'testkit/__pycache__/checks.pyc'), '');
  expect(await runIn(clone)).toEqual({ stdout: 'the build\n', stderr: '' });
  // The modification time after a copy, or a checkout of another commit.
  await utimes(join(clone, 'src/cli/main.ts'), 1, 1);
  expect(await runIn(clone)).toEqual({ stdout: 'the build\n', stderr: expect.stringContaining('may be older') });
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  expect(await runIn(clone)).toEqual({ stdout: 'the sources\n', stderr: '' });
  await Promise.all(['node_modules', 'dist'].map((name) => rm(join(clone, name), { recursive: true })));
  expect(await runIn(clone)).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('run `npm ci`') });
});
