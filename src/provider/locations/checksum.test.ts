import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { listedChecksum, rememberedSha256 } from './checksum.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('computes a checksum once and remembers it', async () => {
  await using dir = await temporaryDirectory();
  const file = join(dir.path, 'binary');
  await writeFile(file, 'one');
  expect(await rememberedSha256(file, dir.path)).toBe(sha256('one'));
  const [record = ''] = await readdir(join(dir.path, 'checksums'));
  const before = await stat(join(dir.path, 'checksums', record), { bigint: true });
  expect(await rememberedSha256(file, dir.path)).toBe(sha256('one'));
  const after = await stat(join(dir.path, 'checksums', record), { bigint: true });
  expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
  expect(before.mode & 0o777n).toBe(0o600n);
});

test('hashes a file again that changed under the same name, size and date', async () => {
  await using dir = await temporaryDirectory();
  const file = join(dir.path, 'binary');
  const date = new Date('2026-01-01');
  await writeFile(file, 'one');
  await utimes(file, date, date);
  expect(await rememberedSha256(file, dir.path)).toBe(sha256('one'));
  await rm(file);
  await writeFile(file, 'two');
  await utimes(file, date, date);
  expect(await rememberedSha256(file, dir.path)).toBe(sha256('two'));
});

test('ignores a damaged record', async () => {
  await using dir = await temporaryDirectory();
  const file = join(dir.path, 'binary');
  await writeFile(file, 'one');
  await rememberedSha256(file, dir.path);
  const [record = ''] = await readdir(join(dir.path, 'checksums'));
  await writeFile(join(dir.path, 'checksums', record), 'abc');
  expect(await rememberedSha256(file, dir.path)).toBe(sha256('one'));
});

test('finds the line of a file in a SHA256SUMS text', () => {
  const sums = `${'a'.repeat(64)}  x.zip\r\n${'B'.repeat(64)} *y.zip\nnonsense\n${'c'.repeat(63)}  z.zip\n`;
  expect(listedChecksum(sums, 'x.zip')).toBe('a'.repeat(64));
  expect(listedChecksum(sums, 'y.zip')).toBe('b'.repeat(64));
  expect(listedChecksum(sums, 'z.zip')).toBeUndefined();
  expect(listedChecksum(sums, '.zip')).toBeUndefined();
});
