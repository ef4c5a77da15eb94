import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../testkit/needs.ts';
import { ownPostgres, type TestPostgres } from '../../testkit/postgres.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { tlsFront } from '../../testkit/tls-front.ts';
import { messageOf } from '../base/errors.ts';
import { openDatabase } from '../store/database.ts';
import { startServer } from './start.ts';
import { asDatabaseUser } from '../store/scope.ts';

const PASSWORD = 'hunter2';

/** Access rules; Postgres reads them from top to bottom. */
const HBA = `
host    all  postgres  all  trust
hostssl all  tls_only  all  scram-sha-256
host    all  tls_only  all  reject
host    all  all       all  scram-sha-256
`;

describe.skipIf(await missing('own-postgres'))('a Postgres that cannot be used', () => {
  const stack = new AsyncDisposableStack();
  let postgres: TestPostgres;
  let dataDir: string;

  const url = (
    user: string,
    parts: Partial<Record<'password' | 'host' | 'port' | 'database' | 'query', string>> = {},
  ) => {
    const { password = PASSWORD, host = '127.0.0.1', port = new URL(postgres.url).port } = parts;
    const { database = user, query = '' } = parts;
    return `postgres://${user}:${password}@${host}:${port}/${database}${query}`;
  };

  /** The error of `plumbline start`; undefined when it starts. */
  async function complaint(databaseUrl: string, more: Record<string, string> = {}): Promise<string | undefined> {
    const env = { DATABASE_URL: databaseUrl, PLUMBLINE_DATA_DIR: dataDir, PORT: '0', PLUMBLINE_LOG_LEVEL: 'silent' };
    const started = await startServer({ env: { ...env, ...more } }).catch((error: unknown) => messageOf(error));
    if (typeof started !== 'string') {
      await started.stop();
      return undefined;
    }
    expect(started).not.toContain(PASSWORD);
    expect(started).not.toContain('\n');
    return started;
  }

  beforeAll(async () => {
    postgres = stack.use(await ownPostgres());
    dataDir = stack.use(await temporaryDirectory()).path;
    const store = await openDatabase({ url: postgres.url, dataDir: '' });
    for (const [role, more] of Object.entries({
      owner: '',
      plain: '',
      reader: '',
      few: 'connection limit 1',
      tls_only: '',
    })) {
      await sql.raw(`create role ${role} login password '${PASSWORD}' ${more}`).execute(asDatabaseUser(store.db));
      await sql
        .raw(`create database ${role} owner ${role === 'reader' ? 'postgres' : role}`)
        .execute(asDatabaseUser(store.db));
      // A superuser created the extension in every database but this one.
      if (role === 'plain') continue;
      const inside = new URL(postgres.url);
      inside.pathname = `/${role}`;
      const own = await openDatabase({ url: inside.href, dataDir: '' });
      await sql`create extension vector`.execute(asDatabaseUser(own.db));
      await own.close();
    }
    await writeFile(join(postgres.data, 'pg_hba.conf'), HBA);
    await sql`select pg_reload_conf()`.execute(asDatabaseUser(store.db));
    await store.close();
  });
  afterAll(() => stack.disposeAsync());

  test('starts with a user that owns its database, and the extension', async () => {
    expect(await complaint(url('owner'))).toBeUndefined();
  });

  test('rejects a wrong password', async () => {
    expect(await complaint(url('owner', { password: 'hunter3' }))).toMatch(
      /^cannot use the database postgres:\/\/owner@127.0.0.1:\d+\/owner: password authentication failed for user "owner"\. Check DATABASE_URL$/,
    );
  });

  test('rejects a missing database', async () => {
    expect(await complaint(url('owner', { database: 'nowhere' }))).toMatch(
      /: database "nowhere" does not exist\. Check DATABASE_URL$/,
    );
  });

  test('rejects a missing extension that the user cannot create', async () => {
    expect(await complaint(url('plain'))).toBe(
      'cannot set up the database (permission denied to create extension "vector"): install pgvector on the server, ' +
        'and run "create extension vector" there as a superuser if the user of DATABASE_URL may not',
    );
  });

  test('rejects a user or server that is read-only', async () => {
    expect(await complaint(url('reader'))).toMatch(
      /^cannot set up the database \(permission denied for schema public\): the user of DATABASE_URL has to own/,
    );
    const query = '?options=-c%20default_transaction_read_only%3Don';
    expect(await complaint(url('owner', { query }))).toMatch(
      /^cannot set up the database \(cannot execute .* in a read-only transaction\): DATABASE_URL has to name the primary/,
    );
  });

  test('rejects too few connections', async () => {
    expect(await complaint(url('few'))).toMatch(
      /^cannot set up the database \(too many connections for role "few"\): allow this user and database more/,
    );
  });

  test('rejects TLS that one side lacks', async () => {
    expect(await complaint(url('tls_only'))).toMatch(
      /no encryption\. If the server wants TLS, add \?sslmode=verify-full/,
    );
    expect(await complaint(url('owner', { query: '?sslmode=require' }))).toMatch(
      /The server does not support SSL connections\. Take sslmode out/,
    );
  });

  test('requires a trusted certificate for the host in every sslmode but no-verify', async () => {
    await using front = await tlsFront(postgres.url);
    const ca = join(dataDir, 'ca.pem');
    await writeFile(ca, front.ca);
    const through = (query: string, host = 'localhost') =>
      complaint(url('owner', { port: String(front.port), host, query }));
    const warnings: Error[] = [];
    const heard = (warning: Error) => void warnings.push(warning);
    process.on('warning', heard);
    expect(await through('?sslmode=require')).toMatch(
      /self-signed certificate.* To trust a CA of your own add &sslroot/,
    );
    expect(await through(`?sslmode=require&sslrootcert=${ca}`)).toBeUndefined();
    expect(await through(`?sslmode=verify-full&sslrootcert=${ca}`)).toBeUndefined();
    expect(await through(`?sslmode=verify-full&sslrootcert=${ca}`, '127.0.0.1')).toMatch(/altnames.*must be a name in/);
    expect(await through('?sslmode=no-verify')).toBeUndefined();
    expect(await through(`?sslmode=verify-full&sslrootcert=${ca}.gone`)).toMatch(/ENOENT.*Check DATABASE_URL/);
    process.off('warning', heard);
    expect(warnings).toEqual([]);
  });
});
