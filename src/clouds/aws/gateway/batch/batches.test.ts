import { describe, expect, test } from 'vitest';
import { answerOf, callOf, sessionOf } from '../../../../../testkit/gateway-call.ts';
import type { Answerer, Call, CloudAnswer } from '../call/types.ts';
import { createBatches } from './batches.ts';
import { answerLike, callLike, responseText } from './requests.ts';
import type { Batcher } from './types.ts';

const never = new AbortController().signal;
const said = ({ body }: CloudAnswer): string => (body as Buffer).toString();

/** Batches calls for `a`, `b` and `c` into one for `a,b,c`; `gone` does not exist. */
const letters = (): Batcher => ({
  actions: ['ec2 DescribeVpcs'],
  plan: (call) => ({ group: call.request.host, item: call.request.body.toString() }),
  maxItems: 4,
  alone: false,
  answers: async (calls, ask) => {
    const [first] = calls.values();
    const response = await ask(callLike(first as Call, { body: Buffer.from([...calls.keys()].join(',')) }));
    const there = responseText(response).split(',');
    return new Map(there.map((item) => [item, answerLike(response.answer, item)]));
  },
});

function cloud(wrong: (body: string) => CloudAnswer | undefined = () => undefined) {
  const asked: string[] = [];
  const signals: AbortSignal[] = [];
  const next: Answerer = async ({ request }, signal) => {
    const body = request.body.toString();
    asked.push(body);
    signals.push(signal);
    if (body.includes('slow')) await new Promise((_done, fail) => signal.addEventListener('abort', fail));
    const left = body.split(',').filter((item) => item !== 'gone');
    return wrong(body) ?? (left.length > 0 ? answerOf(200, left.join(',')) : answerOf(404, 'gone'));
  };
  return { asked, signals, next };
}

const options = { quietMs: 1, busyMs: 1 };

describe('calls that come together', () => {
  test('batches calls, gives each its own answer, and asks alone for what was not found', async () => {
    const { asked, next } = cloud();
    const session = sessionOf();
    const answer = createBatches(() => [letters()], options)(next);
    const ask = (body: string) => answer(callOf({ session, body }), never);
    const all = await Promise.all(['a', 'b', 'gone', 'a'].map(ask));
    expect(all.map((one) => [one.status, said(one)])).toEqual([
      [200, 'a'],
      [200, 'b'],
      [404, 'gone'],
      [200, 'a'],
    ]);
    expect(asked).toEqual(['a,b,gone', 'gone']);
    expect(session.counts).toEqual({ saved: 3 });
  });

  test('sends a single call as it came, and a full batch at once', async () => {
    const { asked, next } = cloud();
    const session = sessionOf();
    const answer = createBatches(() => [letters()], { quietMs: 1, busyMs: 60_000 })(next);
    const ask = (body: string) => answer(callOf({ session, body }), never);
    expect(said(await ask('a'))).toBe('a');
    await Promise.all(['b', 'c', 'd', 'e'].map(ask));
    expect(asked).toEqual(['a', 'b,c,d,e']);
    expect(session.counts).toEqual({ saved: 4 });
  });

  test('batches no calls of different accounts, analyses or hosts', async () => {
    const { asked, next } = cloud();
    const answer = createBatches(() => [letters()], options)(next);
    const by = {};
    await Promise.all([
      answer(callOf({ session: sessionOf({ by }), body: 'a' }), never),
      answer(callOf({ session: sessionOf({ by, account: '2' }), body: 'b' }), never),
      answer(callOf({ session: sessionOf(), body: 'c' }), never),
      answer(callOf({ session: sessionOf({ by }), body: 'd', host: 'ec2.eu-west-1.amazonaws.com' }), never),
    ]);
    expect(asked.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('a batch that fails', () => {
  const rounds = async (wrong: (body: string) => CloudAnswer | undefined, count: number): Promise<string[]> => {
    const { asked, next } = cloud((body) => (body.includes(',') ? wrong(body) : undefined));
    const session = sessionOf();
    const answer = createBatches(() => [letters()], options)(next);
    for (let round = 0; round < count; round++) {
      const all = await Promise.all(['a', 'b'].map((body) => answer(callOf({ session, body }), never)));
      expect(all.map(said)).toEqual(['a', 'b']);
    }
    expect(session.counts).toEqual({});
    return asked;
  };
  const xml = (code: string) => `<Error><Code>${code}</Code></Error>`;

  test('makes the calls of a failed batch one by one, and gives the batch up after three failures', async () => {
    const asked = await rounds(() => answerOf(400, xml('InvalidParameterValue')), 5);
    expect(asked.filter((body) => body.includes(','))).toHaveLength(3);
    expect(asked).toHaveLength(3 + 10);
  });

  test('gives a batch up at once where it is denied', async () => {
    expect(await rounds(() => answerOf(403, xml('UnauthorizedOperation')), 3)).toHaveLength(1 + 6);
    expect(await rounds(() => answerOf(400, '{"__type":"AccessDeniedException"}'), 3)).toHaveLength(1 + 6);
  });

  test('treats an encoded or missing answer as a failed batch', async () => {
    const zipped = { ...answerOf(200, 'a,b'), headers: { 'content-encoding': 'gzip' } };
    expect(await rounds(() => zipped, 1)).toEqual(['a,b', 'a', 'b']);
    const thrown = (): CloudAnswer => {
      throw new Error('unreachable');
    };
    expect(await rounds(thrown, 1)).toEqual(['a,b', 'a', 'b']);
  });
});

test('keeps a batch while one caller waits, and ends it when none does', async () => {
  const { signals, next } = cloud();
  const session = sessionOf();
  const answer = createBatches(() => [letters()], options)(next);
  const ends = [new AbortController(), new AbortController()];
  const all = ['a', 'slow'].map((body, n) => answer(callOf({ session, body }), ends[n]?.signal ?? never));
  while (signals.length === 0) await new Promise((done) => setTimeout(done, 1));
  ends[0]?.abort(new Error('first'));
  await expect(all[0]).rejects.toThrow('first');
  expect(signals[0]?.aborted).toBe(false);
  ends[1]?.abort(new Error('second'));
  await expect(all[1]).rejects.toThrow('second');
  expect(signals[0]?.aborted).toBe(true);
});
