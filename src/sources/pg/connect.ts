import { isIP, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { Pool } from 'pg';
import { SourceProblem } from '../../base/state-source.ts';
import type { Given, Ways } from '../contract/kind.ts';
import { MAX_STATE_BYTES, tooLarge } from '../shared/limits.ts';
import { noCredentials } from '../shared/problems.ts';

/** Connections of one source; Terraform needs some, too. */
const MAX_CONNECTIONS = 3;
const IDLE_MS = 10_000;
const CONNECT_MS = 15_000;
const STATEMENT_MS = 120_000;
/** The size of a state and the protocol's overhead. */
const MAX_ANSWER_BYTES = MAX_STATE_BYTES + 1024 * 1024;
const WATCH_MS = 100;

/** Runs a statement and returns its rows. Throws `SourceProblem`, or the signal's reason once it aborts. */
export type Query = <Row>(sql: string, values: readonly unknown[], signal?: AbortSignal) => Promise<Row[]>;

/** The modes of https://www.postgresql.org/docs/current/libpq-ssl.html, with their meaning there. */
function tlsOf({ sslmode = 'verify-full', ca, host = '' }: Given): ConnectionOptions | false {
  if (sslmode === 'disable') return false;
  const named: ConnectionOptions = isIP(host) === 0 ? { servername: host } : { host };
  if (sslmode === 'require' && ca === undefined) return { ...named, rejectUnauthorized: false };
  const checked: ConnectionOptions = { ...named, ...(ca !== undefined && { ca }) };
  return sslmode === 'verify-full' ? checked : { ...checked, checkServerIdentity: () => undefined };
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html; Postgres's own messages may repeat its input. */
function problemOf(error: unknown, { host = '', database = '', user = '' }: Given, table: string): SourceProblem {
  if (error instanceof SourceProblem) return error;
  const found = (error as { code?: unknown }).code;
  const code = typeof found === 'string' && /^[A-Z0-9_]{1,60}$/.test(found) ? found : 'no answer';
  if (code === '28P01' || code === '28000')
    return noCredentials(
      `The server does not let ${user} in (${code}): the password is wrong or has ended, or pg_hba.conf does not name this server. Give the password as it is now.`,
    );
  if (code === '3D000')
    return new SourceProblem('bucket_not_found', `There is no database ${database} at ${host}. Check its name.`);
  if (code === '42P01' || code === '3F000')
    return new SourceProblem('bucket_not_found', `There is no table ${table} in ${database}. Check schema and table.`);
  if (code === '42501')
    return new SourceProblem(
      'access_denied',
      `${table} may not be read by ${user}. Grant it usage on the schema and select on the table.`,
    );
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code) || /\bSSL\b/.test((error as Error).message))
    return new SourceProblem(
      'source_unreachable',
      `No secure connection can be made to ${host} (${code}). Give the certificate of its authority, or another sslmode.`,
    );
  return new SourceProblem(
    'source_unreachable',
    `Postgres at ${host} cannot be reached, or fails (${code}). Check host and port and that it runs, then try again.`,
  );
}

/**
 * Connects with the credentials at each query, and closes idle connections soon. Looks the address up and checks it each
 * time, and connects to that very address. Reads nothing from the environment: a password there is for another server.
 */
export function connect(settings: Given, { user, password }: Given, table: string, ways: Ways): Query {
  if (user === undefined || password === undefined)
    throw noCredentials('A user and a password are needed, and one of them is missing. Give both.');
  const { host = '', port = '5432', database = '' } = settings;
  let pools: { address: string; pool: Pool } | undefined;

  function poolAt(address: string): Pool {
    if (pools?.address === address) return pools.pool;
    void pools?.pool.end().catch(() => undefined);
    const pool = new Pool({
      host: address,
      port: Number(port),
      database,
      user,
      password,
      ssl: tlsOf(settings),
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: CONNECT_MS,
      // No other session settings: poolers refuse unknown ones.
      query_timeout: STATEMENT_MS,
      application_name: 'plumbline',
      allowExitOnIdle: true,
    });
    // A broken idle connection is replaced at its next use; a broken busy one fails its statement.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => void client.on('error', () => undefined));
    pools = { address, pool };
    return pool;
  }

  return async <Row>(sql: string, values: readonly unknown[], signal?: AbortSignal) => {
    signal?.throwIfAborted();
    try {
      const [address = ''] = await ways.resolve(host, signal);
      const client = await poolAt(address).connect();
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
      const before = stream.bytesRead;
      // A stranger's server may send an endless response.
      const watch = setInterval(() => {
        if (stream.bytesRead - before > MAX_ANSWER_BYTES) stream.destroy(tooLarge(`The answer of ${host}`));
      }, WATCH_MS);
      // Postgres cancels the statement of a closed connection.
      const stop = () => stream.destroy();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        signal?.throwIfAborted();
        return (await client.query(sql, [...values])).rows as Row[];
      } finally {
        clearInterval(watch);
        signal?.removeEventListener('abort', stop);
        client.release(stream.destroyed);
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw problemOf(error, { ...settings, user }, table);
    }
  };
}
