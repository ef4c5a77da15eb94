import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../testkit/api.ts';
import { withApi } from '../../testkit/with-api.ts';
import { databases } from '../../testkit/database.ts';
import type { ShownAuditEvent } from '../services/audit/list.ts';
import type { IgnoreRules } from '../services/ignore-rules/replace.ts';

describe.each(await databases())('ignore rules on $kind', ({ open }) => {
  let api: TestApi;
  let count = 0;

  withApi(open, (made) => ({ api } = made));

  async function organization() {
    const { id, key } = await api.organization(`acme-${++count}`, 'admin');
    const path = `/orgs/${id}/ignore-rules`;
    return {
      get: async () => (await api.call('GET', path, { key })).json<IgnoreRules>(),
      put: async (body: object) => {
        const answer = await api.call('PUT', path, { key, body });
        return { status: answer.statusCode, body: answer.json<IgnoreRules & { errors?: { path: string }[] }>() };
      },
      log: async () => {
        const answer = await api.call('GET', `/orgs/${id}/audit?action=ignore_rules.replace`, { key });
        return answer.json<ShownAuditEvent[]>();
      },
    };
  }

  test('begins without rules, and replaces them as a whole', async () => {
    const { get, put } = await organization();
    expect(await get()).toEqual({ version: 0, rules: [], usage: [] });
    const rules = [
      { address: 'module.legacy', reason: 'goes away in spring', expires_at: '2027-04-01T02:00:00+02:00' },
      { id: 'team-tags', type: 'aws_*', attribute: 'tags["team"]', reason: 'a robot sets them' },
    ];
    const first = await put({ rules });
    expect(first).toEqual({
      status: 200,
      body: {
        version: 1,
        rules: [{ ...rules[0], id: expect.stringMatching(/^ign_/), expires_at: '2027-04-01T00:00:00.000Z' }, rules[1]],
        usage: [],
      },
    });
    expect(await get()).toEqual(first.body);
    expect(await put({ rules: [rules[1]] })).toEqual({
      status: 200,
      body: { version: 2, rules: [rules[1]], usage: [] },
    });
    expect(await get()).toEqual({ version: 2, rules: [rules[1]], usage: [] });
  });

  test('accepts an unchanged list without a change, and rejects an outdated version', async () => {
    const { get, put, log } = await organization();
    await put({ rules: [{ type: 'a', reason: 'r' }] });
    const read = await get();
    expect(await put(read)).toEqual({ status: 200, body: read });
    expect(await log()).toHaveLength(1);
    const edited = { ...read, rules: [] };
    expect(await put(edited)).toEqual({ status: 200, body: { version: 2, rules: [], usage: [] } });
    expect((await put(edited)).status).toBe(409);
    expect(await get()).toEqual({ version: 2, rules: [], usage: [] });
  });

  test('stores rules on values and locations as they are', async () => {
    const { get, put } = await organization();
    const rule = {
      id: 'scaled',
      type: 'aws_autoscaling_group',
      attribute: 'desired_capacity',
      account: '123456789012',
      provider: '*/hashicorp/aws',
      before: { equals: 2 },
      after: { at_least: 1, at_most: 20 },
      reason: 'the autoscaler decides',
    };
    expect((await put({ rules: [rule] })).status).toBe(200);
    expect((await get()).rules).toEqual([rule]);
  });

  test('stores rules about unmanaged objects, and rejects selectors of drift in them, and theirs in rules about drift', async () => {
    const { put } = await organization();
    const rule = { id: 'u', kind: 'unmanaged', tag: 'team=research', reason: 'Experiments' };
    expect(await put({ rules: [rule] })).toMatchObject({ status: 200, body: { rules: [rule] } });
    for (const wrong of [
      { kind: 'unmanaged', type: 'aws_vpc', attribute: 'tags' },
      { kind: 'unmanaged', address: 'module.a' },
      { kind: 'unmanaged', region: 'eu-*' },
      { kind: 'unmanaged', name: '*' },
      { kind: 'changed', type: 'aws_vpc' },
      { type: 'aws_vpc', name: 'a' },
      { tag: 'team' },
    ])
      expect([wrong, (await put({ rules: [{ ...wrong, reason: 'r' }] })).status]).toEqual([wrong, 422]);
  });

  test('accepts one of several simultaneous changes to a version', async () => {
    const { get, put } = await organization();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => put({ version: 0, rules: [{ type: `t${i}`, reason: 'r' }] })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(409)]);
    expect(await get()).toEqual(answers.find(({ status }) => status === 200)?.body);
  });

  test('logs added, changed and removed rules', async () => {
    const { put, log } = await organization();
    const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, type: id, reason: 'r' }));
    await put({ rules: [a, b] });
    await put({ rules: [{ ...b, reason: 'another' }, c] });
    expect((await log())[0]?.detail).toEqual({
      version: { before: 1, after: 2 },
      added: [c],
      removed: [a],
      changed: [{ before: b, after: { ...b, reason: 'another' } }],
    });
  });

  const many = (n: number) => Array.from({ length: n }, (_, i) => ({ type: `t${i}`, reason: 'r' }));
  test.each([
    ['without a selector', { reason: 'r' }, '/rules/0'],
    ['for a region alone', { region: 'eu-west-1', reason: 'r' }, '/rules/0'],
    ['that ignores everything', { address: '*', type: '**', reason: 'r' }, '/rules/0'],
    ['for a value of no attribute', { type: 't', after: { equals: 1 }, reason: 'r' }, '/rules/0'],
    [
      'for values between bounds that cross',
      { attribute: 'a', after: { at_least: 2, at_most: 1 }, reason: 'r' },
      '/rules/0',
    ],
    ['that asks nothing of a value', { attribute: 'a', before: {}, reason: 'r' }, '/rules/0/before'],
    ['without a reason', { type: 't' }, '/rules/0/reason'],
    ['with an empty reason', { type: 't', reason: '' }, '/rules/0/reason'],
    ['with control characters', { type: 't\0', reason: 'r' }, '/rules/0/type'],
    ['that is too long', { address: 'a'.repeat(1025), reason: 'r' }, '/rules/0/address'],
    ['with a field that is not known', { type: 't', reason: 'r', value: '1' }, '/rules/0/value'],
    ['with a time that is none', { type: 't', reason: 'r', expires_at: 'soon' }, '/rules/0/expires_at'],
    ['with a leap second', { type: 't', reason: 'r', expires_at: '2030-12-31T23:59:60Z' }, '/rules/0/expires_at'],
  ])('rejects a rule %s', async (_, rule, path) => {
    const { get, put } = await organization();
    const answer = await put({ rules: [rule] });
    const paths = new Set(answer.body.errors?.map((error) => error.path));
    expect([answer.status, ...paths]).toEqual([422, path]);
    expect((await get()).version).toBe(0);
  });

  test('accepts 200 rules, and rejects more and duplicate ids', async () => {
    const { put } = await organization();
    const twice = await put({ rules: [1, 2].map((n) => ({ id: 'same', type: `t${n}`, reason: 'r' })) });
    expect([twice.status, twice.body.errors]).toMatchObject([422, [{ path: '/rules/1/id' }]]);
    expect((await put({ rules: many(201) })).status).toBe(422);
    expect((await put({ rules: many(200) })).status).toBe(200);
  });

  test('rejects texts that a database cannot store', async () => {
    const { get, put } = await organization();
    expect((await put({ rules: [{ address: 'a\ud800', reason: 'r' }] })).status).toBe(422);
    expect((await get()).version).toBe(0);
  });
});
