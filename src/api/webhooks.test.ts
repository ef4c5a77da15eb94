import { randomUUID } from 'node:crypto';
import { sign } from '@octokit/webhooks-methods';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { WEBHOOK_SECRETS, type TestApi } from '../../testkit/api.ts';
import { withApi } from '../../testkit/with-api.ts';
import { databases } from '../../testkit/database.ts';
import { deliveryHeaders, recordedEvents, signature } from '../../testkit/github-deliveries.ts';
import type { Store } from '../store/database.ts';
import { asDatabaseUser } from '../store/scope.ts';

const [SECRET = '', OLD_SECRET = ''] = WEBHOOK_SECRETS;
const LIMIT = 25 * 1024 * 1024;
const EVENT = JSON.stringify({ action: 'renamed', installation: { id: 7 }, repository: { id: 1 } });

describe.each(await databases())('the webhook buffer on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  withApi(open, (made) => ({ store, api } = made));

  const send = (body: string | Buffer, headers: Record<string, string>) =>
    api.call('POST', '/webhooks/github', { payload: body, headers });
  type Sending = { event?: string; secret?: string; id?: string };
  const deliver = (body: string | Buffer, { event = 'repository', secret = SECRET, id }: Sending = {}) =>
    send(body, deliveryHeaders(secret, event, body, id));
  const without = (name: string) => {
    const { [name]: _, ...rest } = deliveryHeaders(SECRET, 'repository', EVENT);
    return rest;
  };
  const stored = async (id: string) =>
    store.db.selectFrom('webhook_deliveries').selectAll().where('delivery_id', '=', id).execute();

  test('stores every recorded event as it was sent', async () => {
    const events = recordedEvents();
    expect(events).toHaveLength(329);
    for (const { event, payload } of events) {
      const answer = await deliver(JSON.stringify(payload), { event });
      expect([event, payload.action, answer.statusCode]).toEqual([event, payload.action, 202]);
    }
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from webhook_deliveries`.execute(
      asDatabaseUser(store.db),
    );
    expect(rows[0]?.n).toBe(329);
  });

  test('stores a thousand simultaneous copies as one delivery with one job, and acknowledges all', async () => {
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 1000 }, () => deliver(EVENT, { id })));
    const said = answers.map((answer) => [answer.statusCode, answer.json<{ status: string }>().status]);
    expect(said.filter(([status]) => status === 202)).toHaveLength(1000);
    expect(said.filter(([, status]) => status !== 'duplicate')).toHaveLength(1);
    const rows = await stored(id);
    expect(rows).toHaveLength(1);
  });

  test("accepts a signature for its exact bytes and this server's secrets alone", async () => {
    const headers = deliveryHeaders(SECRET, 'repository', EVENT);
    const right = headers['x-hub-signature-256'] ?? '';
    const bad: [string, Record<string, string>][] = [
      [`${EVENT} `, headers],
      [EVENT.replace('7', '8'), headers],
      [JSON.stringify(JSON.parse(EVENT), null, 1), headers],
      [EVENT, deliveryHeaders('another-secret-that-nobody-set', 'repository', EVENT)],
      ...[
        right.slice(0, -1),
        `${right}0`,
        right.replace('sha256=', 'sha1='),
        right.replace('sha256=', ''),
        right.toUpperCase(),
        'sha256=',
        'ü',
      ].map((wrong): [string, Record<string, string>] => [EVENT, { ...headers, 'x-hub-signature-256': wrong }]),
    ];
    const bodies = new Set<string>();
    for (const [body, sent] of bad) {
      const answer = await send(body, sent);
      expect([sent['x-hub-signature-256'], answer.statusCode]).toEqual([sent['x-hub-signature-256'], 401]);
      const { request_id: _, ...rest } = answer.json<Record<string, unknown>>();
      bodies.add(JSON.stringify(rest));
    }
    expect([...bodies]).toEqual([expect.stringContaining('"code":"invalid_signature"')]);
    expect(await stored(headers['x-github-delivery'] ?? '')).toEqual([]);
  });

  test('accepts both secrets during a rotation', async () => {
    for (const secret of WEBHOOK_SECRETS) expect((await deliver(EVENT, { secret })).statusCode).toBe(202);
    expect(OLD_SECRET).not.toBe(SECRET);
  });

  test.each([
    ['without an event', () => without('x-github-event'), EVENT, 400, 'X-GitHub-Event'],
    ['without an id', () => without('x-github-delivery'), EVENT, 400, 'X-GitHub-Delivery'],
    ['without a signature', () => without('x-hub-signature-256'), EVENT, 400, 'webhook secret'],
    ['with an id of another form', () => ({ ...without(''), 'x-github-delivery': "'; --" }), EVENT, 400, 'form'],
    [
      'as a form',
      () => ({ ...without(''), 'content-type': 'application/x-www-form-urlencoded' }),
      EVENT,
      415,
      'application/json',
    ],
    ['without a type', () => without('content-type'), EVENT, 415, 'content type'],
  ])('rejects a delivery %s with the reason', async (_, headers, body, status, text) => {
    const answer = await send(body, headers());
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      status,
      expect.stringContaining(text),
    ]);
  });

  test.each([
    ['no JSON', Buffer.from('{"action":')],
    ['nothing', Buffer.from('')],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a list', Buffer.from('[]')],
    ['a number', Buffer.from('1')],
  ])('answers 400 to a signed body that is %s', async (_, body) => {
    const answer = await deliver(body);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid_json']);
  });

  test('stores texts that JSON and Postgres treat differently: NUL, half pairs, odd keys, odd types', async () => {
    for (const body of [
      '{"action":"\\u0000","installation":{"id":1e999}}',
      '{"action":"\\ud800","installation":{"id":-1}}',
      '{"action":7,"installation":[],"__proto__":{"action":"renamed"},"constructor":{"prototype":{}}}',
      `{"installation":{"id":${'9'.repeat(40)}},"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ])
      expect((await deliver(body)).statusCode).toBe(202);
  });

  test('accepts a charset and any case in the content type', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      expect((await send(EVENT, { ...deliveryHeaders(SECRET, 'ping', EVENT), 'content-type': type })).statusCode).toBe(
        202,
      );
  });

  test('accepts 25 MB and not one byte more', async () => {
    const padding = LIMIT - EVENT.length - ',"x":""'.length;
    const largest = EVENT.replace(/\}$/, `,"x":"${'y'.repeat(padding)}"}`);
    expect(Buffer.byteLength(largest)).toBe(LIMIT);
    expect((await deliver(largest)).statusCode).toBe(202);
    const larger = await deliver(`${largest} `);
    expect([larger.statusCode, larger.json<{ code: string }>().code]).toEqual([413, 'payload_too_large']);
    expect(
      (
        await api.call('POST', '/orgs', {
          key: api.operatorKey,
          payload: largest,
          headers: { 'content-type': 'application/json' },
        })
      ).statusCode,
    ).toBe(413);
  });

  test('answers 404 for an unknown code host and 405 for another method, without a signature', async () => {
    expect((await api.call('POST', '/webhooks/gitlab', { payload: EVENT })).statusCode).toBe(404);
    const wrong = await api.call('GET', '/webhooks/github');
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'POST']);
  });

  test('draws no limits for deliveries, but reports them', async () => {
    const [first, second] = [await deliver(EVENT), await deliver(EVENT)];
    expect(second.headers['x-ratelimit-remaining']).toBe(first.headers['x-ratelimit-remaining']);
    expect(Number(second.headers['x-ratelimit-remaining'])).toBeGreaterThan(0);
  });

  test('lists deliveries by status for the operator, without payloads', async () => {
    const first = await api.call('GET', '/webhooks/deliveries?status=ignored&limit=2', { key: api.operatorKey });
    expect(first.statusCode).toBe(200);
    const rows = first.json<Record<string, unknown>[]>();
    expect(rows).toHaveLength(2);
    expect(Object.keys(rows[0] ?? {})).not.toContain('payload');
    expect(rows[0]).toMatchObject({ codehost: 'github', status: 'ignored', last_error: null, replayable: true });
    const next = /<\/api\/v1([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = (await api.call('GET', next, { key: api.operatorKey })).json<{ id: string }[]>();
    expect(String(second[0]?.id) < String(rows[1]?.id)).toBe(true);
  });
});

test("matches the signatures of GitHub's documentation and library", async () => {
  expect(signature(SECRET, EVENT)).toBe(await sign(SECRET, EVENT));
  expect(signature("It's a Secret to Everybody", 'Hello, World!')).toBe(
    'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  );
});
