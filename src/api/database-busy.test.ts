import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApi } from '../../testkit/api.ts';
import { createDatabase } from '../../testkit/database.ts';
import { missing } from '../../testkit/needs.ts';
import { openDatabase } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { asDatabaseUser } from '../store/scope.ts';

/** The API on a Postgres with these parameters in its URL, and a second connection to the same database. */
async function rig(stack: AsyncDisposableStack, query = '') {
  const database = await createDatabase();
  if (!database) throw new Error('no Postgres');
  stack.defer(() => database.drop());
  const store = await openDatabase({ url: `${database.url}${query}`, dataDir: '' });
  stack.defer(() => store.close());
  await migrate(store.db);
  const api = await testApi(store);
  stack.defer(() => api.close());
  const other = await openDatabase({ url: database.url, dataDir: '' });
  stack.defer(() => other.close());
  /** Locks the table against reads and writes until `release`. */
  const block = async (table: string) => {
    const tx = await other.db.startTransaction().execute();
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(asDatabaseUser(tx));
    return () => tx.rollback().execute();
  };
  return { api, block };
}

describe.skipIf(await missing('postgres'))('a Postgres that is too busy', () => {
  test('answers 200 requests that hold every connection, or 503, and blocks nothing', async () => {
    await using stack = new AsyncDisposableStack();
    const { api, block } = await rig(stack);
    const { id } = await api.organization('acme', 'admin');
    // The operator key is not looked up: requests with other keys wait for the lookup together, and hold two connections.
    const key = api.operatorKey;
    const release = await block('organizations');
    const ask = (n: number) => {
      if (n % 3 === 0) return api.call('GET', `/orgs/${id}/analyses`, { key });
      if (n % 3 === 1) return api.call('POST', '/orgs', { key, body: { login: `n${n}` } });
      return api.call('POST', `/orgs/${id}/keys`, { key, body: { name: `n${n}`, scopes: ['read'] } });
    };
    const asked = Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
    // Most requests give up waiting for a connection; those that have one wait for the table.
    await expect.poll(() => api.call('GET', '/ready').then((ready) => ready.statusCode)).toBe(503);
    expect((await api.call('GET', '/health')).statusCode).toBe(200);
    await new Promise((done) => setTimeout(done, 4_000));
    await release();
    const answers = await asked;
    for (const answer of answers) expect([200, 201, 503]).toContain(answer.statusCode);
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThan(100);
    for (const answer of refused) {
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable', detail: expect.any(String) });
    }
    const after = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(300 + n)));
    expect(new Set(after.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 201]));
    expect((await api.call('GET', '/ready')).statusCode).toBe(200);
  });

  test.each([
    ['statement', '?statement_timeout=500'],
    ['lock', '?lock_timeout=500'],
  ])('answers 503 to a %s that takes too long', async (_, query) => {
    await using stack = new AsyncDisposableStack();
    const { api, block } = await rig(stack, query);
    const { id, key } = await api.organization('acme', 'read');
    const release = await block('analyses');
    const answer = await api.call('GET', `/orgs/${id}/analyses`, { key });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
    await release();
    expect((await api.call('GET', `/orgs/${id}/analyses`, { key })).statusCode).toBe(200);
  });
});
