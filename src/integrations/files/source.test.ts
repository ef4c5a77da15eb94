import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StateObject, StateSource } from '../../base/state-source.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { createFileSource } from './source.ts';

const STATE = '{"version":4,"serial":1}';

async function keysOf(source: StateSource): Promise<string[]> {
  return (await objectsOf(source)).map(({ key }) => key);
}

async function objectsOf(source: StateSource): Promise<StateObject[]> {
  return await Array.fromAsync(source.list());
}

async function write(root: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

describe('a directory', () => {
  test('lists every state below it, by name, without sidecars and working copies', async () => {
    await using dir = await temporaryDirectory();
    await write(dir.path, {
      'b.tfstate': STATE,
      'a/terraform.tfstate': STATE,
      'a/terraform.tfstate.backup': STATE,
      'a/.terraform/terraform.tfstate': STATE,
      'a/.terraform.tfstate.lock.info': '{}',
      'terraform.tfstate.d/prod/terraform.tfstate': STATE,
      'empty.tfstate': '',
      'main.tf': '',
    });
    const keys = await keysOf(createFileSource(dir.path));
    expect(keys).toEqual([
      'a/terraform.tfstate',
      'b.tfstate',
      'empty.tfstate',
      'terraform.tfstate.d/prod/terraform.tfstate',
    ]);
  });

  test('follows links to files, and does not walk in circles', async () => {
    await using dir = await temporaryDirectory();
    await write(dir.path, { 'real/x.tfstate': STATE });
    await symlink('..', join(dir.path, 'real/up'));
    await symlink('real/x.tfstate', join(dir.path, 'linked.tfstate'));
    const source = createFileSource(dir.path);
    expect(await keysOf(source)).toEqual(['linked.tfstate', 'real/x.tfstate']);
    expect(Buffer.from((await source.read('linked.tfstate')).bytes).toString()).toBe(STATE);
  });

  test('lists a broken link, so that reading it reports the reason', async () => {
    await using dir = await temporaryDirectory();
    await symlink('gone', join(dir.path, 'x.tfstate'));
    const source = createFileSource(dir.path);
    expect(await keysOf(source)).toEqual(['x.tfstate']);
    await expect(source.read('x.tfstate')).rejects.toMatchObject({ name: 'SourceProblem', code: 'not_found' });
  });

  test('lists nothing in a directory without a state', async () => {
    await using dir = await temporaryDirectory();
    await write(dir.path, { 'README.md': STATE });
    expect(await keysOf(createFileSource(dir.path))).toEqual([]);
  });
});

describe('a file', () => {
  test('lists a file of any name as one state under its own name, with an etag that changes with its content', async () => {
    await using dir = await temporaryDirectory();
    const path = join(dir.path, 'pulled.json');
    await writeFile(path, STATE);
    const source = createFileSource(path);
    const [before] = await objectsOf(source);
    expect(before).toMatchObject({ key: 'pulled.json', size: STATE.length });
    expect(Buffer.from((await source.read('pulled.json')).bytes).toString()).toBe(STATE);
    await writeFile(path, `${STATE}\n`);
    const [after] = await objectsOf(source);
    expect(after?.etag).not.toBe(before?.etag);
  });

  test('reports a missing file by name', async () => {
    await using dir = await temporaryDirectory();
    const path = join(dir.path, 'nowhere.tfstate');
    const problem = { name: 'SourceProblem', code: 'not_found', message: expect.stringContaining(path) };
    await expect(keysOf(createFileSource(path))).rejects.toMatchObject(problem);
  });

  test('refuses a file that is too large', async () => {
    await using dir = await temporaryDirectory();
    await write(dir.path, { 'x.tfstate': STATE });
    const source = createFileSource(dir.path, { maxBytes: 5 });
    await expect(source.read('x.tfstate')).rejects.toMatchObject({ code: 'too_large' });
  });

  test.skipIf(process.platform === 'win32')(
    'that is a socket or a pipe is refused instead of being opened',
    async () => {
      await using dir = await temporaryDirectory();
      const path = join(dir.path, 'x.tfstate');
      const server = createServer();
      await once(server.listen(path), 'listening');
      try {
        await expect(keysOf(createFileSource(path))).rejects.toMatchObject({ code: 'not_found' });
        await expect(createFileSource(path).read('x.tfstate')).rejects.toMatchObject({ code: 'not_found' });
        expect(await keysOf(createFileSource(dir.path))).toEqual([]);
      } finally {
        server.close();
      }
    },
  );
});

test('stops on abort', async () => {
  await using dir = await temporaryDirectory();
  await write(dir.path, { 'x.tfstate': STATE });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(createFileSource(dir.path).list(signal)[Symbol.asyncIterator]().next()).rejects.toThrow('enough');
  await expect(createFileSource(dir.path).read('x.tfstate', signal)).rejects.toThrow('enough');
});
