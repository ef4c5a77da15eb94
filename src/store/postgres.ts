import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { Pool, types } from 'pg';
import { AppError, messageOf } from '../base/errors.ts';
import { DATE, INT8, parseDate, parseInt8 } from './connection/column-types.ts';
import { scopedDriver } from './connection/scoped-driver.ts';
import type { Tables } from './tables.ts';
import { watchedSocket } from './watched-socket.ts';

const CONNECTIONS = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;
/** The server ends every statement before this: a connection that is silent for longer is dead. */
const SILENT_MS = STATEMENT_MS + 10_000;

type PostgresSettings = {
  url: string;
  connections?: number | undefined;
  /** Whether statements currently run without the server's time limit, so that silence means nothing. */
  patient?: (() => boolean) | undefined;
  silentMs?: number;
  onError: (error: Error) => void;
};

/**
 * A bounded pool on a Postgres server. `onError` is called for broken connections (such as after a restart of the
 * server); the pool opens new ones.
 */
export function openPostgres({
  url,
  connections = CONNECTIONS,
  patient = () => false,
  silentMs = SILENT_MS,
  onError,
}: PostgresSettings): {
  db: Kysely<Tables>;
  pool: Pool;
} {
  const pool = new Pool({
    connectionString: url,
    application_name: 'plumbline',
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    stream: () => watchedSocket(silentMs, patient),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  });
  // The pool reports errors of idle connections only. A connection in use needs a listener of its own, because an
  // unhandled error ends the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => {});
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => scopedDriver(new PostgresDriver({ pool })),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return { db: new Kysely<Tables>({ dialect }), pool };
}

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = { [INT8]: parseInt8, [DATE]: parseDate };

const getTypeParser: typeof types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  (format === 'binary' ? undefined : PARSERS[type]) ?? types.getTypeParser(type, format);

/**
 * A URL whose `sslmode` verifies the server's certificate, as `verify-full`. The driver treats `prefer`, `require` and
 * `verify-ca` so today, but announces that this will change. `disable` and `no-verify` stay.
 */
export function strictUrl(url: string): string {
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** The error for a server that does not answer, in one line that names it without its password. */
export function unreachable(url: string, cause: unknown): AppError {
  const why = messageOf(cause) || (cause as { code?: string }).code || '';
  const advice = ADVICE.find(([says]) => says.test(why))?.[1] ?? 'Check DATABASE_URL';
  return new AppError('unavailable', `cannot use the database ${withoutPassword(url)}: ${why}. ${advice}`, { cause });
}

const ADVICE: readonly [says: RegExp, advice: string][] = [
  [/no encryption/, 'If the server wants TLS, add ?sslmode=verify-full to DATABASE_URL'],
  [
    /certificate|altnames/i,
    'To trust a CA of your own add &sslrootcert=/path/to/ca.pem to DATABASE_URL; its host must be a name in the certificate',
  ],
  [/does not support SSL/, 'Take sslmode out of DATABASE_URL, or switch TLS on at the server'],
  [/too many|connection slots/, 'Allow this user and database more connections'],
];

function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return '(DATABASE_URL is not a URL such as postgres://user@host:5432/name)';
  const user = parsed.username && `${parsed.username}@`;
  return `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
}
