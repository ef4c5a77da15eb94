import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Store } from '../src/store/database.ts';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { missing } from './needs.ts';
import { embeddedSnapshot } from './prepared.ts';

export type TestDatabase = {
  kind: Store['kind'];
  /** Opens a new database, which is removed by `close`. */
  open: (options?: { migrated?: boolean }) => Promise<Store>;
};

/**
 * The databases that a suite runs on: `describe.each(await databases())('… on $kind', ({ open }) => …)`. Always the
 * embedded one, in memory; also Postgres if PLUMBLINE_TEST_DATABASE_URL names a server whose user may create databases.
 */
export async function databases(): Promise<TestDatabase[]> {
  const embedded: TestDatabase = { kind: 'embedded', open: openEmbedded };
  if (await missing('postgres')) return [embedded];
  const server = process.env.PLUMBLINE_TEST_DATABASE_URL ?? '';
  return [embedded, { kind: 'postgres', open: (options) => openOnServer(server, options) }];
}

async function openEmbedded({ migrated = true }: { migrated?: boolean } = {}): Promise<Store> {
  return openDatabase({ memory: true, snapshot: await embeddedSnapshot(migrated ? 'migrated' : 'empty') });
}

async function openOnServer(server: string, { migrated = true }: { migrated?: boolean } = {}): Promise<Store> {
  const { url, drop } = await createOnServer(server);
  const store = await openDatabase({ url, dataDir: '' });
  if (migrated) await migrate(store.db);
  return {
    ...store,
    async close() {
      await store.close();
      await drop();
    },
  };
}

/**
 * Calls `end` before the store is closed, whoever closes it. Code that queries a closed database would log errors in
 * the middle of other suites. `end` may be called again after the suite itself has called it.
 */
export function endBefore(store: Store, end: () => Promise<void>): void {
  const close = store.close.bind(store);
  store.close = async () => {
    await end();
    await close();
  };
}

/** Creates an empty database on the Postgres of the suites; undefined if there is none. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> } | undefined> {
  if (await missing('postgres')) return undefined;
  return createOnServer(process.env.PLUMBLINE_TEST_DATABASE_URL ?? '');
}

async function createOnServer(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `plumbline_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropOnServer(server, name) };
}

/**
 * Drops a database. Waits up to 10 seconds for connections that were just closed and may still exist, since ending them
 * by force causes an error in the code that closed them. After that, ends them by force.
 */
async function dropOnServer(server: string, name: string): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(100)) {
    const refused: unknown = await onServer(server, `drop database if exists ${name}`).catch((error: unknown) => error);
    if (refused === undefined) return;
    if (!isInUse(refused)) throw refused as Error;
  }
  await onServer(server, `drop database if exists ${name} with (force)`);
}

const isInUse = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55006';

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
