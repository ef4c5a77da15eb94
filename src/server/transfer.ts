import { createReadStream, existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { AppError, messageOf } from '../base/errors.ts';
import { isObject } from '../base/json.ts';
import { createQueue } from '../jobs/queue.ts';
import { recordChange } from '../services/audit/audited.ts';
import { openDatabase, type Store } from '../store/database.ts';
import { asDatabaseUser } from '../store/scope.ts';
import { forOperator } from '../store/for-operator.ts';
import { migrate } from '../store/migrate.ts';
import { isBeforeBaseline } from '../store/migrations/index.ts';
import { readSchemaSteps } from '../store/transfer/catalogue.ts';
import { exportDatabase } from '../store/transfer/export.ts';
import { importDatabase } from '../store/transfer/import.ts';
import type { Trailer } from '../store/transfer/lines.ts';
import { readConfig, type Config, type Env } from './config/config.ts';
import { QUEUES } from './queues.ts';
import { version } from './version.ts';

export type Transferred = Trailer['end'] & {
  database: Store['kind'];
  /** The number of servers that use this Postgres. */
  servers: number;
};

type Input = { env: Env; file: string };

async function withDatabase<T>(config: Config, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openDatabase({ url: config.databaseUrl, patient: () => true, dataDir: resolve(config.dataDir) });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Records the export in the audit log; a database from before the baseline may not have one. */
async function noteExport({ db }: Store): Promise<void> {
  const steps = await readSchemaSteps(db);
  if (steps === undefined || isBeforeBaseline(steps)) return;
  const principal = { kind: 'system', name: 'plumbline export' } as const;
  const target = { kind: 'database', id: 'database' };
  const detail = { user: userInfo().username, host: hostname() };
  await recordChange(db, { principal, request_id: null }, { org_id: null, action: 'database.export', target, detail });
}

/** Each server keeps a connection for its queue. The embedded database has no other server, because it is locked. */
async function runningServers({ db, kind }: Store): Promise<number> {
  if (kind === 'embedded') return 0;
  const { rows } = await sql<{ servers: number }>`
    select count(distinct client_addr::text || usename)::int as servers from pg_stat_activity
    where datname = current_database() and application_name = 'plumbline-jobs'`.execute(asDatabaseUser(db));
  return rows[0]?.servers ?? 0;
}

/**
 * Exports the configured database to a new file that only its owner can read: it contains hashes of keys, and the keys of
 * fingerprints. On failure it throws `AppError` and leaves no file.
 */
export async function exportTo({ env, file }: Input): Promise<Transferred> {
  const config = readConfig(env);
  const directory = join(resolve(config.dataDir), 'database');
  if (config.databaseUrl === undefined && !existsSync(directory))
    throw new AppError(
      'not_found',
      `there is no database in ${resolve(config.dataDir)}: set PLUMBLINE_DATA_DIR or DATABASE_URL`,
    );
  return withDatabase(config, async (store) => {
    const out = await open(file, 'wx', 0o600).catch((error: unknown) => {
      const taken = isObject(error) && error.code === 'EEXIST';
      const why = taken ? 'it is there already, and an export writes a new file' : messageOf(error);
      throw new AppError('conflict', `cannot write ${file}: ${why}`, { cause: error });
    });
    try {
      await noteExport(store);
      const end = await exportDatabase(store, version(), async (text) => void (await out.write(text)));
      await out.sync();
      return { ...end, database: store.kind, servers: await runningServers(store) };
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await out.close();
    }
  });
}

/** Imports an export into the configured, empty database: all of it or nothing. */
export async function importFrom({ env, file }: Input): Promise<Transferred> {
  const config = readConfig(env);
  if (!existsSync(file)) throw new AppError('not_found', `there is no file ${file}`);
  return withDatabase(config, async (store) => {
    const servers = await runningServers(store);
    if (servers > 0)
      throw new AppError('conflict', 'a server is running on this database: stop it first, and start it afterwards');
    await migrate(store.db);
    const problems: unknown[] = [];
    const queue = createQueue<Record<string, object>>(store.boss, {
      queues: QUEUES,
      onError: (error) => problems.push(error),
    });
    await queue.start().catch((error: unknown) => {
      throw forOperator(error);
    });
    try {
      const end = await importDatabase(store, queue, createReadStream(file));
      return { ...end, database: store.kind, servers };
    } finally {
      await queue.stop({ graceTimeoutMs: 0 });
    }
  });
}
