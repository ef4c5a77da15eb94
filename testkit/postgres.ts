import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { temporaryDirectory } from './tmp.ts';

const UP = fileURLToPath(new URL('postgres-up.sh', import.meta.url));

export type TestPostgres = {
  /** The URL of the database `postgres` for a superuser. */
  url: string;
  /** The directory of `psql`, `pg_dump` and the like. */
  bin: string;
  /** The data directory, with pg_hba.conf. */
  data: string;
  /** Kills the whole server with SIGKILL. Resolves when all its processes have ended. */
  kill(): Promise<void>;
  /** Starts it again on the same port; it recovers its data. */
  start(): Promise<void>;
} & AsyncDisposable;

/** The directory of the programs of the suites' Postgres, if it is on this machine. */
export async function postgresPrograms(): Promise<string | undefined> {
  const url = process.env.PLUMBLINE_TEST_DATABASE_URL;
  if (url === undefined) return undefined;
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ setting: string }>(`select setting from pg_config where name = 'BINDIR'`);
    const bin = rows[0]?.setting ?? '';
    return existsSync(join(bin, 'initdb')) ? bin : undefined;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}

/**
 * Starts a Postgres with pgvector that a test may damage. Acknowledged writes survive `kill`. `settings` are further
 * lines of postgresql.conf, `name=value`. With `password` it requires that password.
 */
export async function ownPostgres(settings: string[] = [], password?: string): Promise<TestPostgres> {
  const bin = await postgresPrograms();
  if (bin === undefined) throw new Error('there is no Postgres on this machine');
  const dir = await temporaryDirectory();
  const data = join(dir.path, 'data');
  const flags = ['synchronous_commit=on', ...settings].map((setting) => `-c ${setting}`);
  const env = { ...process.env, POSTGRES_BIN: bin, POSTGRES_SETTINGS: flags.join(' '), POSTGRES_PASSWORD: password };
  const up = async (...port: string[]) =>
    (await promisify(execFile)(UP, [dir.path, ...port], { env })).stdout.trim().split('\n').at(-1) ?? '';
  const url = await up();

  async function kill() {
    const file = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => undefined);
    const pid = Number(file?.split('\n')[0]);
    if (!pid || !(await runs(pid))) return;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const family = [pid, ...children.trim().split(' ').map(Number)];
    for (const each of family) killNow(each);
    for (const each of family) while (await runs(each)) await sleep(10);
    // In containers whose init does not reap orphans, Postgres would mistake its own zombie for a running server.
    const { port } = new URL(url);
    for (const lock of [join(data, 'postmaster.pid'), join(dir.path, 'run', `.s.PGSQL.${port}.lock`)])
      await rm(lock, { force: true });
  }
  return {
    url,
    bin,
    data,
    kill,
    start: async () => void (await up(new URL(url).port)),
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(dir.path, { recursive: true, force: true });
    },
  };
}

/** Whether a process runs; a zombie does not. */
async function runs(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
