import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import { AppError, messageOf } from '../base/errors.ts';
import { INT8, parseInt8 } from './column-types.ts';
import type { Tables } from './tables.ts';

const CONNECTIONS = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;

/**
 * A bounded pool on a Postgres server. `onError` hears of connections that broke (the server was restarted): the pool makes
 * new ones.
 */
export function openPostgres(url: string, onError: (error: Error) => void): { db: Kysely<Tables>; pool: Pool } {
  const pool = new Pool({
    connectionString: url,
    application_name: 'plumbline',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    keepAlive: true,
    types: { getTypeParser },
  });
  // The pool reports a connection that breaks while it lies idle; one that is in use has nobody to hear it, and an error
  // that nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => {});
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool };
}

const getTypeParser: typeof types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === INT8 && format !== 'binary' ? parseInt8 : types.getTypeParser(type, format);

/** The error for a server that gives no answer, in one line that names it without its password. */
export function unreachable(url: string, cause: unknown): AppError {
  const why = messageOf(cause) || (cause as { code?: string }).code;
  return new AppError('unavailable', `cannot use the database ${withoutPassword(url)}: ${why}. Check DATABASE_URL`, {
    cause,
  });
}

function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return '(DATABASE_URL is not a URL such as postgres://user@host:5432/name)';
  const user = parsed.username && `${parsed.username}@`;
  return `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
}
