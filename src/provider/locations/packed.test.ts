import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { makeZip, type ZipEntry } from '../../../testkit/zip.ts';
import { ARCHIVE_LIMITS, readUnpacked, unpackArchive } from './packed.ts';

const BINARY = { name: 'terraform-provider-widget_v1.2.3_x5', data: '#!/bin/sh\necho hello\n' };

async function unpack(root: string, archive: Uint8Array, limits = ARCHIVE_LIMITS) {
  const file = join(root, 'archive.zip');
  await writeFile(file, archive);
  return unpackArchive(file, 'widget', join(root, 'deep', 'unpacked'), root, limits);
}

test('unpacks once, privately, and records the checksum of the binary', async () => {
  await using dir = await temporaryDirectory();
  const archive = makeZip([
    BINARY,
    { name: 'docs/', data: '' },
    { name: 'docs/README.md', data: 'read me', mode: 0o100644 },
  ]);
  const unpacked = await unpack(dir.path, archive);
  expect(unpacked.path).toBe(join(dir.path, 'deep', 'unpacked', BINARY.name));
  expect(unpacked.checksum).toBe(createHash('sha256').update(BINARY.data).digest('hex'));
  expect(await readFile(unpacked.path, 'utf8')).toBe(BINARY.data);
  expect(await readFile(join(dir.path, 'deep', 'unpacked', 'docs', 'README.md'), 'utf8')).toBe('read me');
  expect((await stat(unpacked.path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(dir.path, 'deep', 'unpacked'))).mode & 0o777).toBe(0o700);
  expect(await unpack(dir.path, Buffer.from('not read any more'))).toEqual(unpacked);
  expect(await readUnpacked(join(dir.path, 'deep', 'unpacked'))).toEqual(unpacked);
});

test('leaves one whole copy when many unpack at once', async () => {
  await using dir = await temporaryDirectory();
  const file = join(dir.path, 'archive.zip');
  await writeFile(file, makeZip([BINARY]));
  const target = join(dir.path, 'unpacked');
  const all = await Promise.all(Array.from({ length: 8 }, () => unpackArchive(file, 'widget', target, dir.path)));
  expect(new Set(all.map((one) => one.path)).size).toBe(1);
  expect(await readdir(join(dir.path, 'tmp'))).toEqual([]);
});

const LINK = 0o120777;
test.each<[string, ZipEntry[]]>([
  ['a name with ..', [BINARY, { name: '../escaped', data: 'x' }]],
  ['a name with .. inside', [BINARY, { name: 'docs/../../escaped', data: 'x' }]],
  ['a backslash', [BINARY, { name: '..\\escaped', data: 'x' }]],
  ['an absolute name', [BINARY, { name: '/tmp/escaped', data: 'x' }]],
  ['a drive letter', [BINARY, { name: 'C:/escaped', data: 'x' }]],
  ['a symbolic link', [BINARY, { name: 'link', data: '/etc/passwd', mode: LINK }]],
  ['the same name twice', [BINARY, BINARY]],
  ['a file where a directory is', [BINARY, { name: 'a', data: '' }, { name: 'a/b', data: '' }]],
  ['more than it states', [BINARY, { name: 'bomb', data: 'x'.repeat(5000), statedSize: 10 }]],
  ['a damaged entry', [{ ...BINARY, statedCrc: 1 }]],
  ['no binary', [{ name: 'README.md', data: 'x' }]],
  ["another provider's binary", [{ ...BINARY, name: 'terraform-provider-gadget_v1.2.3' }]],
  ['nothing', []],
])('rejects an archive that holds %s, and leaves nothing', async (_, entries) => {
  await using dir = await temporaryDirectory();
  await expect(unpack(dir.path, makeZip(entries))).rejects.toThrow(Error);
  expect(await readdir(join(dir.path, 'tmp'))).toEqual([]);
  expect((await readdir(dir.path)).sort()).toEqual(['archive.zip', 'tmp']);
});

test.each([
  ['text', Buffer.from('this is no archive')],
  ['nothing', Buffer.alloc(0)],
  ['half an archive', makeZip([BINARY]).subarray(0, 60)],
])('rejects %s', async (_, bytes) => {
  await using dir = await temporaryDirectory();
  await expect(unpack(dir.path, bytes)).rejects.toThrow(Error);
});

test('enforces bounds on number and size of files', async () => {
  await using dir = await temporaryDirectory();
  const archive = makeZip([BINARY, { name: 'a', data: 'x'.repeat(1000) }, { name: 'b', data: 'y' }]);
  await expect(unpack(dir.path, archive, { files: 2, bytes: 1e6 })).rejects.toThrow('more than 2 files');
  await expect(unpack(dir.path, archive, { files: 10, bytes: 500 })).rejects.toThrow('more than 500 bytes');
  await expect(unpack(dir.path, archive, { files: 10, bytes: 5000 })).resolves.toBeDefined();
});

test('removes what a killed process left, and not what another works on', async () => {
  await using dir = await temporaryDirectory();
  const [old, fresh] = [join(dir.path, 'tmp', 'work-old'), join(dir.path, 'tmp', 'work-new')];
  await mkdir(old, { recursive: true });
  await mkdir(fresh);
  await utimes(old, new Date('2020-01-01'), new Date('2020-01-01'));
  await unpack(dir.path, makeZip([BINARY]));
  expect(await readdir(join(dir.path, 'tmp'))).toEqual(['work-new']);
});
