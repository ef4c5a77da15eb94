import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { lockDataDirectory } from './lock.ts';

/** A process that holds the lock until it is killed. */
async function holder(directory: string) {
  const code = `
    const { lockDataDirectory } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)});
    lockDataDirectory(${JSON.stringify(directory)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  const stderr: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk.toString()));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  expect(line).toBe('held');
  return { child, stderr };
}

test('refuses another process and names the holder, until that one is killed', async () => {
  await using dir = await temporaryDirectory();
  const { child, stderr } = await holder(dir.path);
  const refused = () => lockDataDirectory(dir.path);
  expect(refused).toThrow(expect.objectContaining({ code: 'conflict' }));
  expect(refused).toThrow(new RegExp(`${dir.path} is in use: process ${child.pid} on .*, since 20`));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(stderr).toStrictEqual([]);
  const lock = lockDataDirectory(dir.path);
  lock.release();
});

test('refuses the same process a second lock until it releases the first', async () => {
  await using dir = await temporaryDirectory();
  const lock = lockDataDirectory(dir.path);
  expect(() => lockDataDirectory(dir.path)).toThrow(`process ${process.pid}`);
  expect(() => lockDataDirectory(dir.path)).toThrow(`process ${process.pid}`);
  lock.release();
  lock.release();
  lockDataDirectory(dir.path).release();
});

test('makes the directory, and closes it to others', async () => {
  await using dir = await temporaryDirectory();
  const inner = join(dir.path, 'a', 'data');
  const open = join(dir.path, 'open');
  await mkdir(open, { mode: 0o755 });
  for (const path of [inner, open]) {
    const lock = lockDataDirectory(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    lock.release();
  }
});

test('refuses a directory that all users share, and leaves it alone', async () => {
  await using dir = await temporaryDirectory();
  const shared = join(dir.path, 'tmp');
  await mkdir(shared);
  await chmod(shared, 0o1777);
  expect(() => lockDataDirectory(shared)).toThrow('a directory of its own');
  expect((await stat(shared)).mode & 0o7777).toBe(0o1777);
});

test('refuses a lock that may only be read, which would keep nobody out', async () => {
  await using dir = await temporaryDirectory();
  const file = join(dir.path, 'lock.db');
  await writeFile(file, '', { mode: 0o444 });
  // Root may write every file, so the process changes its user once the code is read.
  const other = process.getuid?.() === 0 ? 65_534 : undefined;
  if (other !== undefined) await chown(dir.path, other, other);
  const code = `
    const { lockDataDirectory } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)});
    ${other === undefined ? '' : `process.setuid(${other});`}
    try {
      lockDataDirectory(${JSON.stringify(dir.path)});
      console.log('locked');
    } catch (error) {
      console.log(error.message);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(await once(createInterface(child.stdout), 'line')).toEqual([
    `${file} cannot be written by this user: give ${dir.path} and what is in it to the user that Plumbline runs as`,
  ]);
});
