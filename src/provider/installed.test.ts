import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { machine, unpacked, WIDGET } from '../../testkit/provider-machine.ts';
import { packageHash } from './locations/package-hash.ts';

/** A root module with an installed provider, and its hash in a lock file. */
async function initialized(root: string) {
  const installed = join(root, 'infra', '.terraform', 'providers');
  const path = await unpacked(installed, '1.2.3');
  const hash = await packageHash(dirname(path), join(root, 'cache'));
  return { installed, path, locked: { version: '1.2.3', hashes: ['zh:00', hash] } };
}

test('takes an installed provider that a hash of the lock file proves', async () => {
  await using here = await machine();
  const { installed, path, locked } = await initialized(here.root);
  expect(await here.findFor({ locked }, { installed })).toMatchObject({
    path,
    version: '1.2.3',
    verified: true,
    origin: `installed in ${installed}`,
  });
});

test.each([
  ['without a lock file', undefined, 'no lock file says that it is the one. Run "terraform init" there.'],
  ['that no hash proves', ['h1:AAAA'], 'its hash h1:'],
  ['with a version and no hash', [], 'its hash h1:'],
])('takes no installed provider %s, and says so', async (_, hashes, note) => {
  await using here = await machine();
  const { installed, path } = await initialized(here.root);
  const locked = hashes && { version: '1.2.3', hashes };
  const finding = here.findFor(locked ? { locked } : {}, { installed });
  await expect(finding).rejects.toMatchObject({ code: 'provider_not_found' });
  expect(await finding.catch((error: { internal: string }) => error.internal)).toContain(
    `${path} was passed over: ${note}`,
  );
  const mirror = await unpacked(join(here.root, 'home', '.terraform.d', 'plugins'), '1.0.0');
  expect((await here.findFor(locked ? { locked } : {}, { installed })).path).toBe(mirror);
});

test.each(['.terraform/providers', '.terraform/plugins.txt'])(
  'takes no installed provider from a directory that Git tracks: %s',
  async (tracked) => {
    await using here = await machine();
    const { installed, locked } = await initialized(here.root);
    const git = (...args: string[]) => execFileSync('git', ['-C', here.root, ...args], { stdio: 'pipe' });
    git('init', '--quiet');
    await writeFile(join(here.root, 'infra', 'main.tf'), '');
    await writeFile(join(here.root, 'infra', '.terraform', 'plugins.txt'), '');
    git('add', 'infra/main.tf');
    expect(await here.findFor({ locked }, { installed })).toMatchObject({ verified: true });
    git('add', '--force', join('infra', tracked));
    await expect(here.findFor({ locked }, { installed })).rejects.toMatchObject({
      internal: expect.stringContaining(`the repository ${here.root} brings it along`),
    });
  },
);

test('finds the index of a worktree', async () => {
  await using here = await machine();
  const { installed, locked } = await initialized(here.root);
  const git = join(here.root, 'elsewhere');
  await mkdir(git);
  await writeFile(join(here.root, '.git'), `gitdir: ${git}\n`);
  expect(await here.findFor({ source: WIDGET, locked }, { installed })).toMatchObject({ verified: true });
  await writeFile(join(git, 'index'), 'DIRC…infra/.terraform/providers/x\0');
  await expect(here.findFor({ source: WIDGET, locked }, { installed })).rejects.toThrow('was not found');
});
