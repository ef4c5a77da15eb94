import { chmod, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONFIG, NEED, providerRig } from '../../../testkit/provider-rig.ts';

/** A type in the middle of the file, and the last one. */
const TYPES = ['fake_thing', 'aws_iam_role_policy_attachment'];

describe('schemas', () => {
  const schemaOf = (it: Awaited<ReturnType<typeof providerRig>>, host = it.open()) =>
    host.use(NEED, CONFIG, (session) => session.resourceSchema('fake_thing')).finally(() => void host.close());

  test('fetches schemas once and keeps them on disk, for the owner alone', async () => {
    await using it = await providerRig();
    const first = await schemaOf(it);
    expect(await schemaOf(it)).toEqual(first);
    expect(first?.block.members.name).toMatchObject({ role: 'attribute', required: true, node: { kind: 'string' } });
    expect(await it.calls('GetProviderSchema')).toBe(1);
    const folder = join(it.dir, 'cache', 'schemas');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const files = await readdir(folder);
    expect(files).toEqual([it.found.checksum]);
    expect((await stat(join(folder, it.found.checksum))).mode & 0o777).toBe(0o600);
  });

  test.each<[string, (text: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (text) => text.subarray(0, text.length - 10)],
    ['cut off in the index', (text) => text.subarray(0, 100)],
    ['of another format', (text) => Buffer.concat([Buffer.from('x'), text])],
    ['flipped in one bit', (text) => Buffer.concat([text.subarray(0, -3), Buffer.from('!'), text.subarray(-2)])],
  ])('fetches a schema again whose cached file is %s', async (_, damage) => {
    await using it = await providerRig();
    const good = await schemaOf(it);
    const file = join(it.dir, 'cache', 'schemas', it.found.checksum);
    await chmod(file, 0o600);
    await writeFile(file, damage(await readFile(file)));
    const host = it.open();
    const both = await host.use(NEED, CONFIG, (session) =>
      Promise.all(TYPES.map((type) => session.resourceSchema(type))),
    );
    await host.close();
    expect(both[0]).toEqual(good);
    expect(both[1]?.block.members.policy_arn).toBeDefined();
    expect(await it.calls('GetProviderSchema')).toBe(2);
  });
});
