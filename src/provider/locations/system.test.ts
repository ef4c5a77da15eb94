import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { findSystemMirrors, isTrusted } from './system.ts';

const HOSTS = ['registry.terraform.io', 'registry.opentofu.org'];

test('finds directories that hold a registry host, one level down and no deeper', async () => {
  await using root = await temporaryDirectory();
  await mkdir(join(root.path, 'b', 'registry.terraform.io'), { recursive: true });
  await mkdir(join(root.path, 'a', 'registry.opentofu.org'), { recursive: true });
  await mkdir(join(root.path, 'c', 'example.com'), { recursive: true });
  await mkdir(join(root.path, 'd', 'e', 'registry.terraform.io'), { recursive: true });
  await mkdir(join(root.path, 'f'));
  await writeFile(join(root.path, 'f', 'registry.terraform.io'), 'a file');
  const found = await findSystemMirrors(HOSTS, [root.path, join(root.path, 'missing')]);
  expect(found).toEqual([join(root.path, 'a'), join(root.path, 'b')]);
});

test.skipIf(process.platform === 'win32')('passes over what everybody may write to', async () => {
  await using root = await temporaryDirectory();
  await mkdir(join(root.path, 'open', 'registry.terraform.io'), { recursive: true });
  await chmod(join(root.path, 'open'), 0o777);
  expect(await findSystemMirrors(HOSTS, [root.path])).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a file is trusted only if every directory above its real location is',
  async () => {
    await using root = await temporaryDirectory();
    const open = join(root.path, 'open');
    await mkdir(join(open, 'closed'), { recursive: true });
    await writeFile(join(open, 'closed', 'file'), '');
    await symlink(join(open, 'closed', 'file'), join(root.path, 'link'));
    expect(await isTrusted(join(root.path, 'link'))).toBe(true);
    await chmod(open, 0o777);
    expect(await isTrusted(join(root.path, 'link'))).toBe(false);
    expect(await isTrusted(join(open, 'closed', 'file'))).toBe(false);
    await chmod(open, 0o1777);
    expect(await isTrusted(join(open, 'closed', 'file'))).toBe(true);
    await chmod(join(open, 'closed', 'file'), 0o666);
    expect(await isTrusted(join(open, 'closed', 'file'))).toBe(false);
    expect(await isTrusted(join(root.path, 'missing'))).toBe(false);
  },
);
