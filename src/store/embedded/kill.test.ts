import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { asDatabaseUser } from '../scope.ts';

const WRITER = new URL('../../../testkit/store-writer.ts', import.meta.url).pathname;

/** Lets a process write until it has acknowledged `rows` rows, and kills it `delayMs` later; returns the acknowledged. */
async function writeAndKill(directory: string, rows: number, delayMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const acknowledged: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'ready') acknowledged.push(line);
    if (acknowledged.length === rows) setTimeout(() => child.kill('SIGKILL'), delayMs);
  }
  expect(await exit).toStrictEqual([null, 'SIGKILL']);
  return acknowledged;
}

test('loses no acknowledged row or job in a dozen kills during writes', async () => {
  await using dir = await temporaryDirectory();
  const acknowledged: string[] = [];
  for (let kill = 0; kill < 12; kill++) acknowledged.push(...(await writeAndKill(dir.path, 1 + 3 * kill, kill % 4)));
  const store = await openDatabase({ dataDir: dir.path });
  const { rows } = await sql<{ login: string }>`select login from organizations`.execute(asDatabaseUser(store.db));
  const { rows: jobs } = await sql<{
    login: string;
  }>`select data->>'login' as login from pgboss.job where name = 'written'`.execute(asDatabaseUser(store.db));
  await store.close();
  const logins = rows.map((row) => row.login).sort();
  expect(logins).toEqual(expect.arrayContaining(acknowledged));
  expect(jobs.map((job) => job.login).sort()).toStrictEqual(logins);
});

test('starts after a process was killed while it made the database', async () => {
  await using dir = await temporaryDirectory();
  const database = join(dir.path, 'database');
  const child = spawn(process.execPath, [WRITER, dir.path], { stdio: 'ignore' });
  await expect.poll(() => existsSync(join(`${database}.new`, 'base')), { interval: 5 }).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(database)).toBe(false);
  const store = await openDatabase({ dataDir: dir.path });
  await migrate(store.db);
  await store.close();
  expect(existsSync(`${database}.new`)).toBe(false);
});
