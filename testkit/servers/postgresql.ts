import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Client } from 'pg';
import { ownPostgres } from '../postgres.ts';
import type { TestServer } from './server.ts';

/** Starts a PostgreSQL that requires a password, with a function that runs statements in a database as superuser. */
export async function startPostgresql() {
  const password = randomBytes(12).toString('hex');
  const postgres = await ownPostgres([], password);
  const url = new URL(postgres.url);
  const server: TestServer = {
    url,
    dir: dirname(postgres.data),
    config: { host: url.hostname, port: Number(url.port), username: url.username, password, sslmode: 'disable' },
    stop: () => postgres.kill(),
    start: () => postgres.start(),
    async startEmpty() {
      await rm(postgres.data, { recursive: true, force: true });
      await postgres.start();
    },
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  };
  async function sql(database: string, ...statements: string[]): Promise<void> {
    const client = new Client({ connectionString: Object.assign(new URL(url), { pathname: `/${database}` }).href });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
  return { ...server, sql };
}
