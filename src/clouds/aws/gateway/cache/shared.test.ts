import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerOf, callOf, sessionOf, type CallParts } from '../../../../../testkit/gateway-call.ts';
import type { Answerer, Call, CloudAnswer, Session } from '../call/types.ts';
import { keyOf } from './key.ts';
import { createShared } from './shared.ts';

const never = new AbortController().signal;

/** A cloud that numbers its answers, and sends them on demand. */
function cloud(answer: (count: number) => CloudAnswer = (count) => answerOf(200, `${count}`)) {
  const asked: { call: Call; signal: AbortSignal }[] = [];
  const waiting: (() => void)[] = [];
  const state = { held: false };
  const next: Answerer = async (call, signal) => {
    asked.push({ call, signal });
    const count = asked.length;
    if (state.held) await new Promise<void>((done) => waiting.push(done));
    return answer(count);
  };
  return { asked, next, hold: () => (state.held = true), release: () => waiting.splice(0).forEach((go) => go()) };
}

const said = (answer: CloudAnswer): string => (answer.body as Buffer).toString();

describe('equal requests', () => {
  test('coalesces concurrent equal requests into one', async () => {
    const { next, asked, hold, release } = cloud();
    const session = sessionOf();
    hold();
    const answer = createShared()(next);
    const all = [1, 2, 3].map((n) =>
      answer(callOf({ session, headers: { authorization: `${n}`, 'amz-sdk-invocation-id': `${n}` } }), never),
    );
    await Promise.resolve();
    release();
    expect((await Promise.all(all)).map(said)).toEqual(['1', '1', '1']);
    expect(asked).toHaveLength(1);
    expect(session.counts).toEqual({ saved: 2 });
  });

  test('answers later equal requests from the cache, within one analysis and account', async () => {
    const { next, asked } = cloud();
    const by = {};
    const answer = createShared()(next);
    const ask = async (parts: CallParts) => said(await answer(callOf(parts), never));
    expect(await ask({ session: sessionOf({ by }) })).toBe('1');
    expect(await ask({ session: sessionOf({ by }) })).toBe('1');
    expect(await ask({ session: sessionOf({ by, account: '2' }) })).toBe('2');
    expect(await ask({ session: sessionOf() })).toBe('3');
    expect(await ask({ session: sessionOf({ by, endpoint: 'http://localhost:1' }) })).toBe('4');
    expect(await ask({ session: sessionOf({ by }), region: 'eu-west-1' })).toBe('5');
    const unknown = sessionOf({ by, account: undefined });
    expect(await ask({ session: unknown })).toBe('6');
    expect(await ask({ session: sessionOf({ by, account: undefined }) })).toBe('7');
    expect(await ask({ session: unknown })).toBe('6');
    expect(asked).toHaveLength(7);
  });

  test('asks the cloud again for a second read, also while an earlier request is pending', async () => {
    const { next, hold, release } = cloud();
    let notBefore = 0;
    const session = sessionOf({ notBefore: () => notBefore });
    const answer = createShared()(next);
    expect(said(await answer(callOf({ session }), never))).toBe('1');
    notBefore = performance.now();
    expect(said(await answer(callOf({ session }), never))).toBe('2');
    expect(said(await answer(callOf({ session }), never))).toBe('2');
    hold();
    notBefore = performance.now() + 0.001;
    const old = answer(callOf({ session }), never);
    await new Promise((done) => setTimeout(done, 2));
    notBefore = performance.now();
    const fresh = answer(callOf({ session }), never);
    release();
    expect((await Promise.all([old, fresh])).map(said)).toEqual(['3', '4']);
    expect(said(await answer(callOf({ session }), never))).toBe('4');
  });

  test('asks the cloud again after five minutes, and after an eviction', async () => {
    const clock = { now: 1_000 };
    const { next } = cloud((count) => answerOf(200, `${count}`.padEnd(4_000)));
    const session = sessionOf();
    const answer = createShared({ now: () => clock.now, ownBytes: 16_000 })(next);
    const ask = async (body: string) => said(await answer(callOf({ session, body }), never)).trim();
    expect([await ask('a'), await ask('b'), await ask('a'), await ask('c')]).toEqual(['1', '2', '1', '3']);
    expect([await ask('a'), await ask('c'), await ask('b')]).toEqual(['1', '3', '4']);
    clock.now += 5 * 60_000 + 1;
    expect(await ask('b')).toBe('5');
  });

  test('bounds the cache of all analyses, and frees it when one ends', async () => {
    const { next } = cloud((count) => answerOf(200, `${count}`.padEnd(4_000)));
    const [one, other] = [sessionOf({ by: {} }), sessionOf({ by: {} })];
    const shared = createShared({ allBytes: 16_000 });
    const answer = shared(next);
    const ask = async (session: Session, body: string) => said(await answer(callOf({ session, body }), never)).trim();
    expect([await ask(one, 'a'), await ask(one, 'b'), await ask(other, 'a')]).toEqual(['1', '2', '3']);
    // The least recently used answer was dropped, whichever analysis it belonged to.
    expect([await ask(one, 'b'), await ask(other, 'a'), await ask(one, 'a')]).toEqual(['2', '3', '4']);
    shared.end(one.by);
    expect([await ask(other, 'b'), await ask(other, 'a'), await ask(other, 'b')]).toEqual(['5', '3', '5']);
    expect(await ask(one, 'a')).toBe('6');
  });
});

const xml = (code: string) => `<Error><Code>${code}</Code></Error>`;

test.each([
  ['a success', answerOf(200, ''), true],
  ['a 404', answerOf(404, ''), true],
  ['a 400 that says that there is none', answerOf(400, xml('InvalidVpcID.NotFound')), true],
  ['a throttle', answerOf(400, xml('Throttling')), false],
  ['a throttle with its own status', answerOf(429, ''), false],
  ['a denial', answerOf(403, xml('AccessDenied')), false],
  ['credentials that ran out', answerOf(400, xml('ExpiredToken')), false],
  ['trouble of the service', answerOf(503, xml('SlowDown')), false],
])('caches %s: %$', async (_what, given, kept) => {
  const { next, asked } = cloud(() => given);
  const session = sessionOf();
  const answer = createShared()(next);
  expect(await answer(callOf({ session }), never)).toBe(given);
  expect(await answer(callOf({ session }), never)).toBe(given);
  expect(asked.length === 1).toBe(kept);
});

test('caches no secrets, and shares no refused calls', async () => {
  const { next, asked } = cloud();
  const session = sessionOf();
  const answer = createShared()(next);
  for (const kind of ['secret', 'other'] as const) {
    await answer(callOf({ session, action: { kind } }), never);
    await answer(callOf({ session, action: { kind } }), never);
  }
  expect(asked).toHaveLength(4);
});

test('hands a stream to one caller, and lets the others ask for themselves', async () => {
  const { next, asked, hold, release } = cloud((count) => ({
    status: 200,
    headers: {},
    body: Readable.from([`${count}`]),
  }));
  hold();
  const session = sessionOf();
  const answer = createShared()(next);
  const all = [1, 2].map(() => answer(callOf({ session }), never));
  await Promise.resolve();
  release();
  await new Promise((done) => setTimeout(done, 0));
  release();
  const bodies = (await Promise.all(all)).map(({ body }) => body as Readable);
  const texts = await Promise.all(bodies.map(async (body) => (await body.toArray()).join('')));
  expect(texts).toEqual(['1', '2']);
  expect(asked.every(({ signal }) => !signal.aborted)).toBe(true);
});

test('keeps a request while one caller waits, and ends it when all gave up', async () => {
  const { next, asked, hold, release } = cloud();
  hold();
  const session = sessionOf();
  const answer = createShared()(next);
  const ends = [new AbortController(), new AbortController(), new AbortController()];
  const all = ends.map((end) => answer(callOf({ session }), end.signal));
  ends[0]?.abort(new Error('first'));
  await expect(all[0]).rejects.toThrow('first');
  expect(asked[0]?.signal.aborted).toBe(false);
  ends[1]?.abort(new Error('second'));
  ends[2]?.abort(new Error('third'));
  await Promise.allSettled(all);
  expect(asked[0]?.signal.aborted).toBe(true);
  const again = answer(callOf({ session }), never);
  await Promise.resolve();
  release();
  expect(said(await again)).toBe('2');
});

test('fails all callers of a request without an answer, and asks again for the next', async () => {
  let fails = true;
  const next: Answerer = async () => {
    await Promise.resolve();
    if (fails) throw new Error('unreachable');
    return answerOf(200, 'there');
  };
  const session = sessionOf();
  const answer = createShared()(next);
  const all = await Promise.allSettled([1, 2].map(() => answer(callOf({ session }), never)));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(said(await answer(callOf({ session }), never))).toBe('there');
});

describe('the key of a call', () => {
  const json = (body: string, headers: Record<string, string> = {}) =>
    keyOf(callOf({ body, headers, action: { protocol: 'json' } }));

  test('keys calls without regard to the order of fields', () => {
    expect(json('{"a":1,"b":{"c":2,"d":[1,2]}}')).toBe(json('{ "b": {"d":[1,2],"c":2}, "a":1}'));
    expect(keyOf(callOf({ body: 'A=1&B=2' }))).toBe(keyOf(callOf({ body: 'B=2&A=1' })));
  });

  test('keys calls by everything else', () => {
    expect(json('{"a":[1,2]}')).not.toBe(json('{"a":[2,1]}'));
    expect(json('{"a":10000000000000000001}')).not.toBe(json('{"a":10000000000000000002}'));
    expect(json('{}', { 'x-amz-target': 'a' })).not.toBe(json('{}', { 'x-amz-target': 'b' }));
    expect(keyOf(callOf({ target: '/a' }))).not.toBe(keyOf(callOf({ target: '/b' })));
    expect(keyOf(callOf({ body: 'A=1&B=2' }))).not.toBe(keyOf(callOf({ body: 'A=1&C=2' })));
  });

  test('gives two JSON bodies the same key only if they are equal', () => {
    const wrong = fc.check(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
        return json(a) !== json(b) || isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
      }),
    );
    expect(wrong.counterexample).toBe(null);
  });
});
