import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { createFileSource } from './source.ts';

/** Runs as an ordinary user, because root may read every file. */
async function asNobody(run: () => Promise<void>): Promise<void> {
  const root = process.getuid?.() === 0;
  if (root) process.seteuid?.(65534);
  try {
    await run();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

test.skipIf(process.platform === 'win32')(
  'lists files without read permission, fails to read them, and keeps the rest',
  async () => {
    await using dir = await temporaryDirectory();
    const [closed, secret] = [join(dir.path, 'closed'), join(dir.path, 'secret.tfstate')];
    await mkdir(closed);
    for (const path of [join(closed, 'a.tfstate'), join(dir.path, 'open.tfstate'), secret]) await writeFile(path, '{}');
    await chmod(dir.path, 0o755);
    await chmod(closed, 0o000);
    await chmod(secret, 0o000);
    try {
      await asNobody(async () => {
        const source = createFileSource(dir.path);
        const keys = (await Array.fromAsync(source.list())).map(({ key }) => key);
        expect(keys).toEqual(['closed/', 'open.tfstate', 'secret.tfstate']);
        const denied = { code: 'access_denied', message: expect.stringContaining('may not be read') };
        await expect(source.read('closed/')).rejects.toMatchObject(denied);
        await expect(source.read('secret.tfstate')).rejects.toMatchObject(denied);
        await expect(Array.fromAsync(createFileSource(closed).list())).rejects.toMatchObject(denied);
      });
    } finally {
      await chmod(closed, 0o755);
    }
  },
);
