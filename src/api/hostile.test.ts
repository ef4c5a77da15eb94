import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { listOperations, pathOf, type Operation } from '../../testkit/operations.ts';
import { rawRequest, sendRaw, type RawAnswer } from '../../testkit/raw-http.ts';
import { bodyFor, queryFor, makeOrganization, typeFor, WALKED_CLOUD, type Organization } from '../../testkit/walk.ts';
import { ERROR_CODES } from '../base/errors.ts';
import type { Store } from '../store/database.ts';

/** Internals: stacks, statements, files, packages, drivers, messages of the database. */
const LEAK =
  /\bat (async |new )?[\w.<>]+ \(|node_modules|node:internal|\.ts:\d|\/src\/|\/tmp\/|select .* from|insert into|update .* set|\b(kysely|postgres|pglite|pgboss|pg_\w+|typebox|ajv|fastify)\b|relation "|column "|syntax error|invalid byte|ECONN|FST_/i;

const JSON_TYPE = { 'Content-Type': 'application/json' };
type Input = { headers?: Record<string, string | undefined>; body: string | Uint8Array; statuses: number[] };

/** A valid body with every text, or every number, replaced; other values stay. */
function replaced(value: unknown, kind: 'string' | 'number', by: unknown): unknown {
  if (typeof value === kind) return by;
  if (Array.isArray(value)) return value.map((one) => replaced(one, kind, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, kind, by)]));
}

const REFUSED = [400, 422];
/** A mark that is replaced by raw JSON, for values that JSON.stringify would not write. */
const MARK = '@@';
const marked = (valid: unknown, kind: 'string' | 'number', raw: string) =>
  JSON.stringify(replaced(valid, kind, MARK)).replaceAll(JSON.stringify(MARK), raw);
const deep = (times: number, inner = '') => '['.repeat(times) + inner + ']'.repeat(times);

/** Hostile bodies for an operation that takes JSON, by their fault. */
function hostileBodies(valid: unknown): Record<string, Input> {
  const text = JSON.stringify(valid);
  const named = (fields: string) => `{${fields}${text === '{}' ? '' : ','}${text.slice(1)}`;
  const json = (body: string | Uint8Array, ...statuses: number[]): Input => ({ headers: JSON_TYPE, body, statuses });
  const typed = (type: string | undefined, body: string | Uint8Array = text): Input => ({
    headers: { 'Content-Type': type },
    body,
    statuses: [415],
  });
  return {
    'no JSON': json('{"login":', 400),
    'single quotes': json("{'login':'x'}", 400),
    'an empty body': json('', 400),
    'white space': json(' \n ', 400),
    'two documents': json(`${text}${text}`, 400),
    'bad UTF-8': json(Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]), 400),
    'an overlong NUL': json(Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xc0, 0x80]), Buffer.from('"}')]), 400),
    'UTF-16': json(Buffer.from(text, 'utf16le'), 400),
    'a raw NUL': json(named('"x":"\0"'), 400),
    null: json('null', 422),
    'a number': json('7', 422),
    'a text': json('"x"', 422),
    'a list': json('[]', 422),
    'a list of it': json(`[${text}]`, 422),
    'an unknown field': json(named('"surprise":1'), 422),
    'a field named constructor': json(named('"constructor":{"prototype":{"x":1}}'), 422),
    'a field named toString': json(named('"toString":1'), 422),
    'a field without a name': json(named('"":1'), 422),
    'a NUL in a name': json(named(String.raw`"a\u0000":1`), 422),
    'half a surrogate in a name': json(named(String.raw`"\udc00":1`), 422),
    __proto__: json(named('"__proto__":{"x":1}'), 400),
    'a field twice': json(named('"x":1,"x":2'), 400),
    'deep lists': json(deep(100_000), 400),
    'deep lists in a field': json(named(`"x":${deep(100_000, '1')}`), 400),
    'deep objects': json(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 400),
    'half a list, deep': json('['.repeat(100_000), 400),
    'a hundred thousand values': json(`[${'0,'.repeat(100_000)}0]`, 400),
    'a hundred thousand fields': json(`{${Array.from({ length: 100_000 }, (_, i) => `"${i}":0`).join(',')}}`, 400),
    'a megabyte of text': json(named(`"x":"${'x'.repeat(900_000)}"`), 422),
    'a name of a megabyte': json(named(`"${'x'.repeat(900_000)}":1`), 422),
    'more than a megabyte': json(named(`"x":"${'x'.repeat(1_100_000)}"`), 413),
    'no type': typed(undefined),
    'a made-up type': typed('a/b'),
    'a broken type': typed(';;'),
    'a text type': typed('text/plain'),
    'a form': typed('application/x-www-form-urlencoded', 'login=x'),
    'a multipart form': typed('multipart/form-data; boundary=x', '--x\r\n\r\n1\r\n--x--'),
    'another charset': typed('application/json; charset=utf-16'),
    'a compressed body': {
      headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
      body: gzipSync(text),
      statuses: [415],
    },
  };
}

/** Bodies with one raw value in place of every text, or every number (`kind`). */
const VALUES: [name: string, kind: 'string' | 'number', raw: string][] = [
  ['NUL', 'string', String.raw`"a\u0000b"`],
  ['half a surrogate', 'string', String.raw`"\ud800"`],
  ['the other half', 'string', String.raw`"x\udfff"`],
  ['a long text', 'string', `"${'x'.repeat(100_000)}"`],
  ['a number', 'string', '7'],
  ['a huge number', 'string', '1e400'],
  ['null in a list', 'string', '[null]'],
  ['an object', 'string', '{"a":1}'],
  ['control characters', 'string', String.raw`"\u0001\u001b[31m\r\n"`],
  ['1e400', 'number', '1e400'],
  ['-1e400', 'number', '-1e400'],
  ['2^63', 'number', '9223372036854775808'],
  ['a long number', 'number', '1'.repeat(5000)],
  ['a small fraction', 'number', '1e-400'],
  ['a text', 'number', '"1"'],
  ['a truth', 'number', 'true'],
];

const QUERIES: [name: string, query: string, statuses: number[]][] = [
  ['an unknown parameter', 'surprise=1', [422]],
  ['a NUL', 'limit=%00', [422]],
  ['a NUL in a name', 'a%00=1', [422]],
  ['bad UTF-8', 'limit=%ff', [400]],
  ['broken percent signs', 'limit=%E0%A4%A', [400]],
  ['half a surrogate', 'cursor=%ED%A0%80', [400]],
  ['a limit that is none', 'limit=x', [422]],
  ['no limit', 'limit=', [422]],
  ['zero', 'limit=-0', [422]],
  ['a fraction', 'limit=1.5', [422]],
  ['a huge limit', 'limit=1e400', [422]],
  ['a long limit', `limit=${'9'.repeat(5000)}`, [422]],
  ['two limits', 'limit=1&limit=2', [422]],
  ['a list', 'limit[]=1', [422]],
  ['a prototype', '__proto__[x]=1&constructor.prototype.x=1', [422]],
  ['a long cursor', `cursor=${'x'.repeat(5000)}`, [422]],
  ['a made-up cursor', 'cursor=%2F..%2F', [422]],
  ['too long', `cursor=${'x'.repeat(9000)}`, [414]],
  ['a thousand parameters', Array.from({ length: 1000 }, (_, i) => `p${i}=1`).join('&'), [422]],
];

/** Values for a parameter of the path. */
const SEGMENTS: [name: string, segment: string, statuses: number[]][] = [
  ['a NUL', '%00', [404]],
  ['bad UTF-8', '%ff', [400]],
  ['broken percent signs', '%E0%A4%A', [400]],
  ['half a surrogate', '%ED%A0%80', [400]],
  ['a slash', '%2F..%2F..%2Fetc%2Fpasswd', [404]],
  ['a quote', "'%3B--", [404]],
  ['a long one', 'x'.repeat(1000), [404]],
  ['a prototype', '__proto__', [404]],
  ['2^63', '9223372036854775808', [404]],
  ['a minus', '-1', [404]],
  ['white space', '%20%0d%0a', [404]],
];

describe.each(await databases())('hostile requests on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let org: Organization;
  let port: number;
  let operations: Operation[];
  const answers: RawAnswer[] = [];

  beforeAll(async () => {
    store = await open();
    api = await testApi(store, [WALKED_CLOUD]);
    org = await makeOrganization(store, 'acme');
    operations = (await listOperations(api.app)).filter(({ path }) => path.startsWith('/api/'));
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = api.app.server.address() as AddressInfo);
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  async function ask(...request: Parameters<typeof rawRequest>): Promise<RawAnswer> {
    const [method, target, headers, body] = request;
    const key = { Authorization: `Bearer ${api.operatorKey}` };
    const answer = await sendRaw(port, rawRequest(method, target, { ...key, ...headers }, body));
    answers.push(answer);
    return answer;
  }

  /** The status, after checking that an error has the common form. */
  function checked(answer: RawAnswer): number {
    if (answer.status < 400) return answer.status;
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const body = JSON.parse(answer.body) as { status: number; code: keyof typeof ERROR_CODES; errors?: unknown[] };
    expect(body).toMatchObject({ status: answer.status, detail: expect.any(String) });
    expect(ERROR_CODES[body.code]).toBe(answer.status);
    expect(body).toHaveProperty('request_id', answer.headers['x-request-id']);
    expect(answer.body.length).toBeLessThan(10_000);
    return answer.status;
  }

  const CHOSEN = ['source', 'settings'];
  const filled = (path: string) =>
    pathOf(path, (name) =>
      name === 'org_id' ? org.id : CHOSEN.includes(name) ? 'nobodys' : 'x_0000000000000000000000',
    );
  const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
  /** Operations with JSON bodies; the others take signed bytes. */
  const withBody = () =>
    operations.filter(
      ({ method, described, path }) =>
        ['POST', 'PUT', 'PATCH'].includes(method) && described?.example !== undefined && !path.includes('/webhooks/'),
    );

  test('rejects invalid and foreign bodies in every operation', async () => {
    for (const operation of withBody())
      for (const [name, { headers = {}, body, statuses }] of Object.entries(hostileBodies(bodyFor(operation, org)))) {
        const status = checked(await ask(operation.method, filled(operation.path), headers, body));
        expect([nameOf(operation), name, status, statuses.includes(status)]).toEqual([
          nameOf(operation),
          name,
          status,
          true,
        ]);
      }
    expect(withBody().length).toBeGreaterThan(2);
  });

  test('rejects invalid and unstorable values in every field of every operation', async () => {
    for (const operation of withBody()) {
      const valid = bodyFor(operation, org);
      for (const [name, kind, raw] of VALUES) {
        const body = marked(valid, kind, raw);
        if (body === JSON.stringify(valid)) continue;
        const status = checked(await ask(operation.method, filled(operation.path), JSON_TYPE, body));
        // A missing object is 404 and a missing configuration 409, whether before or after the validation of fields.
        const expected = [...REFUSED, 404, 409].includes(status);
        expect([nameOf(operation), name, status, expected]).toEqual([nameOf(operation), name, status, true]);
      }
    }
  });

  test('rejects invalid queries in every operation', async () => {
    for (const operation of operations.filter(({ method }) => method === 'GET'))
      for (const [name, query, statuses] of QUERIES) {
        const status = checked(await ask('GET', `${filled(operation.path)}?${query}`, {}));
        // Operations without query parameters accept any well-formed query.
        const pages = /\/(analyses|keys|audit|repos|orgs)$/.test(operation.path);
        const expected = statuses.includes(status) || (!pages && statuses[0] === 422 && status < 500);
        expect([nameOf(operation), name, status, expected]).toEqual([nameOf(operation), name, status, true]);
      }
  });

  test('answers 404 to unknown names in every place of every path', async () => {
    for (const operation of operations)
      for (const [, parameter = ''] of operation.path.matchAll(/:(\w+)/g))
        for (const [name, segment, statuses] of SEGMENTS) {
          const target = operation.path
            .replace(`:${parameter}`, segment)
            .replaceAll(/:(\w+)/g, (whole) => filled(whole))
            .concat(queryFor(operation, org, true));
          const body = bodyFor(operation, org);
          const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
          const sent = body === undefined ? '' : text;
          const answer = await ask(operation.method, target, typeFor(operation, body), sent);
          const status = checked(answer);
          // A PUT with a name of the caller's choice creates the object, which exists from then on.
          const expected = CHOSEN.includes(parameter) ? [...statuses, 200, 204] : statuses;
          expect([nameOf(operation), parameter, name, status]).toEqual([
            nameOf(operation),
            parameter,
            name,
            expected.includes(status) ? status : expected,
          ]);
        }
  });

  test('answers 405 with the allowed methods to any other method', async () => {
    // /orgs/by-installation/{id} also matches /orgs/{org_id}/{cloud}.
    const takes = (path: string, method: string) =>
      operations.some((one) => {
        const pattern = new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`);
        return one.method === method && pattern.test(path);
      });
    const methods = [
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'SEARCH',
      'QUERY',
      'LINK',
    ];
    for (const path of new Set(operations.map((one) => one.path)))
      for (const method of methods) {
        if (takes(filled(path), method)) continue;
        const answer = await ask(method, filled(path), {}, '{"not":"read"');
        expect([path, method, checked(answer)]).toEqual([path, method, 405]);
        const there = operations.filter((one) => one.path === path).map((one) => one.method);
        for (const one of there) expect(answer.headers.allow?.split(', ')).toContain(one);
        expect(answer.headers.allow?.split(', ')).not.toContain(method);
      }
  });

  test('rejects times that no database can store', async () => {
    const times = ['99999-01-01T00:00:00Z', '+099999-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '2026-12-31T23:59:60Z'];
    for (const expires_at of [...times, '2026-02-30T00:00:00Z', '0001-01-01T00:00:00+14:00', 'infinity', '']) {
      const body = JSON.stringify({ name: 'x', scopes: ['read'], expires_at });
      expect([expires_at, checked(await ask('POST', `/api/v1/orgs/${org.id}/keys`, JSON_TYPE, body))]).toEqual([
        expires_at,
        422,
      ]);
    }
  });

  test('reveals no internals in any answer', () => {
    expect(answers.length).toBeGreaterThan(500);
    for (const { whole } of answers.filter(({ status }) => status >= 400))
      expect(LEAK.exec(whole)?.[0]).toBeUndefined();
    expect(answers.filter(({ status }) => status >= 500 || Number.isNaN(status))).toEqual([]);
  });
});
