import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { Kysely, sql } from 'kysely';
import type { PGliteLike } from 'pg-boss';
import type { QueueDatabase } from '../jobs/types.ts';
import { checkWhole, damaged } from './embedded/damaged.ts';
import { embeddedDialect } from './embedded/dialect.ts';
import { openSession, type Session } from './embedded/session.ts';
import { openShared } from './embedded/shared.ts';
import { lockDataDirectory } from './lock.ts';
import { openPostgres, strictUrl, unreachable } from './postgres.ts';
import type { Tables } from './tables.ts';
import { watchedSocket } from './watched-socket.ts';

export type Store = {
  db: Kysely<Tables>;
  kind: 'postgres' | 'embedded';
  /** The queue's connection to the database, for `createQueue`. */
  boss: QueueDatabase;
  /** The duration of a trivial query in milliseconds; throws when no answer comes in time. */
  ping(timeoutMs: number): Promise<number>;
  /** Lets another process use the embedded database over a stream (`openSharedStore`); undefined on Postgres. */
  share?: ((stream: Duplex) => void) | undefined;
  close(): Promise<void>;
};

export type DatabaseSettings =
  /**
   * Postgres at `url`, with at most `connections` (10) connections; without a `url` the embedded database in `dataDir`,
   * which it locks. `patient` says whether statements currently run without the server's time limit.
   */
  | { url?: string | undefined; connections?: number; patient?: () => boolean; dataDir: string }
  /** Embedded, in memory; `snapshot` is a tar of the initial data directory. */
  | { memory: true; snapshot?: Uint8Array };

export type DatabaseEvents = {
  /**
   * The embedded database ended unexpectedly, so this process cannot work any more. Without a listener the process ends.
   */
  onLost?: (error: Error) => void;
  /** A connection to Postgres broke; the pool opens new ones when needed. For the log. */
  onConnectionError?: (error: Error) => void;
};

/**
 * Opens the database; run `migrate` next. Throws `conflict` for a data directory in use and `unavailable` for a server
 * that does not answer, each with a message for the operator. Until the embedded database's thread runs, this function
 * waits for nothing: its caller may block the event loop until then (`startServer` does).
 */
export async function openDatabase(settings: DatabaseSettings, events: DatabaseEvents = {}): Promise<Store> {
  if ('memory' in settings) return openEmbedded({ snapshot: settings.snapshot, onLost: events.onLost });
  if (settings.url !== undefined) return openServer(settings.url, settings, events);
  const lock = lockDataDirectory(settings.dataDir);
  try {
    const directory = join(settings.dataDir, 'database');
    try {
      checkWhole(directory);
      return await openEmbedded({ directory, onLost: events.onLost, onClosed: () => lock.release() });
    } catch (error) {
      throw damaged(directory, error);
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Statements of the queue have no time limit, but all are short; its listener has traffic every 10 s. */
const QUEUE_SILENT_MS = 90_000;

type ServerOptions = { connections?: number; patient?: () => boolean };

async function openServer(address: string, { connections, patient }: ServerOptions, events: DatabaseEvents) {
  const url = strictUrl(address);
  const onError = events.onConnectionError ?? (() => {});
  const { db } = openPostgres({ url, connections, patient, onError });
  const store: Store = {
    db,
    kind: 'postgres',
    boss: { kind: 'postgres', url, stream: () => watchedSocket(QUEUE_SILENT_MS, patient ?? (() => false)) },
    ping: (timeoutMs) => ping(db, timeoutMs),
    close: () => db.destroy(),
  };
  await sql`select 1`.execute(db).catch(async (error: unknown) => {
    await db.destroy();
    throw unreachable(url, error);
  });
  return store;
}

type Embedded = {
  directory?: string;
  snapshot?: Uint8Array | undefined;
  onLost: ((error: Error) => void) | undefined;
  onClosed?: () => void;
};

async function openEmbedded({ directory, snapshot, onLost = endProcess, onClosed }: Embedded): Promise<Store> {
  const session: Session = await openSession({ directory, snapshot, onLost });
  const db = new Kysely<Tables>({ dialect: embeddedDialect(session) });
  return {
    db,
    kind: 'embedded',
    boss: { kind: 'embedded', pglite: session as PGliteLike },
    ping: (timeoutMs) => ping(db, timeoutMs),
    share: (stream) => session.share(stream),
    async close() {
      await db.destroy();
      await session.close();
      onClosed?.();
    },
  };
}

/** Opens the embedded database of the process at the other end of a stream. */
export function openSharedStore(stream: Duplex, onLost: (error: Error) => void): Pick<Store, 'db' | 'close'> {
  const db = new Kysely<Tables>({ dialect: embeddedDialect(openShared(stream, onLost)) });
  return { db, close: () => db.destroy() };
}

function endProcess(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}

async function ping(db: Kysely<Tables>, timeoutMs: number): Promise<number> {
  const from = performance.now();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const why = new Error(`the database gave no answer within ${timeoutMs} ms`);
  const timer = setTimeout(() => reject(why), timeoutMs);
  await Promise.race([sql`select 1`.execute(db), late]).finally(() => clearTimeout(timer));
  return performance.now() - from;
}
