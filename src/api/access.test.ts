import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { newKey } from '../services/keys/format.ts';
import { revokeApiKey } from '../store/queries/api-keys.ts';
import type { Store } from '../store/database.ts';

type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  isPublic: boolean;
  description: string;
};

describe.each(await databases())('access on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let acme: { id: string; key: string };
  let rival: { id: string; key: string };
  let operations: Operation[];

  beforeAll(async () => {
    store = await open();
    api = await testApi(store);
    acme = await api.organization('acme', 'admin');
    rival = await api.organization('rival', 'admin');
    type Spec = { paths: Record<string, Record<string, { security?: unknown[]; description: string }>> };
    const spec = (await api.call('GET', '/openapi.json')).json<Spec>();
    operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase() as Operation['method'],
        path: path
          .replace('/api/v1', '')
          .replace('{cloud}', 'aws')
          .replace(/\{(id|key_id)\}/, 'an_0000000000000000000000'),
        isPublic: operation.security?.length === 0,
        description: operation.description,
      })),
    );
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  const reach = (operation: Operation, key: string | undefined, org = acme.id) =>
    api.call(operation.method, operation.path.replace('{org_id}', org), {
      ...(key === undefined ? {} : { key }),
      ...(['POST', 'PATCH', 'PUT'].includes(operation.method) ? { body: {} } : {}),
    });

  test('every operation but the public ones refuses a request without a valid key, always with the same words', async () => {
    const revoked = await api.organization('gone', 'admin');
    const listed = await api.call('GET', `/orgs/${revoked.id}/keys`, { key: revoked.key });
    await revokeApiKey(store.db, revoked.id, listed.json<[{ id: string }]>()[0].id, new Date());
    const bodies = new Set<string>();
    for (const operation of operations.filter(({ isPublic }) => !isPublic)) {
      for (const key of [undefined, 'garbage', newKey(), `${acme.key.slice(0, -1)}!`, revoked.key]) {
        const answer = await reach(operation, key);
        expect([operation.method, operation.path, key, answer.statusCode]).toEqual([
          operation.method,
          operation.path,
          key,
          401,
        ]);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
        const { request_id: _, ...body } = answer.json<Record<string, unknown>>();
        bodies.add(JSON.stringify(body));
      }
    }
    expect([...bodies]).toHaveLength(1);
    expect(operations.length).toBeGreaterThanOrEqual(15);
  });

  test('what belongs to another organization cannot be told from what does not exist', async () => {
    for (const operation of operations.filter(({ path }) => path.includes('{org_id}'))) {
      const body = operation.path.endsWith('/keys') ? { name: 'x', scopes: ['read'] } : {};
      const ask = async (org: string) => {
        const answer = await api.call(operation.method, operation.path.replace('{org_id}', org), {
          key: acme.key,
          ...(['POST', 'PATCH'].includes(operation.method) ? { body } : {}),
        });
        const { request_id: _, ...rest } = answer.json<Record<string, unknown>>();
        return { status: answer.statusCode, rest };
      };
      const foreign = await ask(rival.id);
      expect(foreign.status).toBe(404);
      expect(foreign).toEqual(await ask('org_0000000000000000000000'));
    }
  });

  test('a key may do what its scopes say, and no more', async () => {
    const reader = await api.organization('reader', 'read');
    const writer = await api.organization('writer', 'write');
    for (const operation of operations.filter(({ isPublic }) => !isPublic)) {
      const needs = /scope `(\w+)`/.exec(operation.description)?.[1] ?? 'operator';
      const asReader = await reach(operation, reader.key, reader.id);
      const asWriter = await reach(operation, writer.key, writer.id);
      expect([operation.path, needs, asReader.statusCode === 403]).toEqual([operation.path, needs, needs !== 'read']);
      expect([operation.path, needs, asWriter.statusCode === 403]).toEqual([
        operation.path,
        needs,
        !['read', 'write'].includes(needs),
      ]);
    }
  });

  test('a key stops working when it expires', async () => {
    const soon = new Date(Date.now() + 400);
    const made = await api.call('POST', `/orgs/${acme.id}/keys`, {
      key: acme.key,
      body: { name: 'short', scopes: ['read'], expires_at: soon.toISOString() },
    });
    const { key } = made.json<{ key: string }>();
    await new Promise((resolve) => setTimeout(resolve, soon.getTime() - Date.now() + 50));
    expect((await api.call('GET', '/analyses', { key })).statusCode).toBe(401);
  });

  test('the key is shown once and stored as a hash only', async () => {
    const { rows } = { rows: await store.db.selectFrom('api_keys').selectAll().execute() };
    const listed = await api.call('GET', `/orgs/${acme.id}/keys`, { key: acme.key });
    for (const text of [JSON.stringify(rows), listed.body]) expect(text).not.toContain(acme.key.slice(4, 40));
    expect(listed.json<[{ hint: string }]>().some(({ hint }) => hint === acme.key.slice(-4))).toBe(true);
  });
});
