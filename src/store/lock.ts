import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../base/errors.ts';

export type DirectoryLock = { release(): void };

/** Keeps held locks reachable: the garbage collector would close an unreferenced one, which releases it. */
const held = new Set<DatabaseSync>();

type Holder = { pid: number; since: string; host: string };

/**
 * Locks the data directory (0700) for this process until `release`, or until the process ends in any way. The lock is a
 * file lock of the kernel, taken through SQLite because Node has no call for one. A second lock, by this process or
 * another, throws `conflict` and names the holder. So does a directory whose lock file belongs to another user.
 */
export function lockDataDirectory(directory: string): DirectoryLock {
  makePrivate(directory);
  const file = join(directory, 'lock.db');
  requireWritable(directory, file);
  const lock = new DatabaseSync(file);
  const holderFile = join(directory, 'lock.json');
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new AppError('conflict', refusal(directory, holderFile), { cause: error });
  }
  const holder: Holder = { pid: process.pid, since: new Date().toISOString(), host: hostname() };
  held.add(lock);
  writeFileSync(holderFile, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return {
    release() {
      if (!lock.isOpen) return;
      rmSync(holderFile, { force: true });
      lock.close();
      held.delete(lock);
    },
  };
}

function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { mode } = statSync(directory);
  if (mode & 0o1000)
    throw new AppError('conflict', `${directory} is shared by all users: give Plumbline a directory of its own`);
  if (mode & 0o077) chmodSync(directory, 0o700);
}

/** SQLite silently opens a read-only file, and its lock there excludes nobody. */
function requireWritable(directory: string, file: string): void {
  if (!existsSync(file)) return;
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    const advice = `give ${directory} and what is in it to the user that Plumbline runs as`;
    throw new AppError('conflict', `${file} cannot be written by this user: ${advice}`, { cause: error });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function refusal(directory: string, holderFile: string): string {
  const holder = readHolder(holderFile);
  const who = holder
    ? `process ${holder.pid} on ${holder.host}, since ${holder.since}, uses it`
    : 'another process uses it';
  return `the data directory ${directory} is in use: ${who}. Stop that one first, or set PLUMBLINE_DATA_DIR to another directory`;
}

/** Only for the message: the file may be missing, or left by a killed process. */
function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
