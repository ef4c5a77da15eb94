import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerOf, callOf, sessionOf } from '../../../../../testkit/gateway-call.ts';
import type { Call, CloudAnswer, Session } from '../call/types.ts';
import { UpstreamError } from '../call/errors.ts';
import { createBucket } from '../../../../limits/bucket.ts';
import { HARD_LIMITS } from '../../catalog/limits.ts';
import { createRateLimit } from './rate-limit.ts';
import { createRate } from './adaptive-rate.ts';

const STEP_MS = 5;

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

type Wanted = { service?: string; name?: string; region?: string } & Partial<
  Pick<Session, 'account' | 'by' | 'endpoint'>
>;

function call(wanted: Wanted = {}, session?: Session): Call {
  const { service = 'sqs', name = 'GetQueueAttributes', region = 'eu-west-1', ...more } = wanted;
  return callOf({ action: { service, name, protocol: 'json' }, region, session: session ?? sessionOf(more) });
}

const answer = (status: number, code?: string, headers: Record<string, string> = {}): CloudAnswer =>
  answerOf(status, code === undefined ? '{}' : JSON.stringify({ __type: `com.amazonaws#${code}` }), headers);
const OK = answer(200);
const never = new AbortController().signal;

/** A stage that gives the answers of the list, the last one repeatedly, and records the times of calls. */
function answering(...list: (CloudAnswer | Error)[]) {
  const asked: number[] = [];
  const next = async () => {
    const one = list[Math.min(asked.length, list.length - 1)] ?? OK;
    asked.push(performance.now());
    if (one instanceof Error) throw one;
    return one;
  };
  return { next, asked };
}

/** Runs the timers until the promise is settled. */
async function settled<T>(promise: Promise<T>, limitMs = 600_000): Promise<PromiseSettledResult<T>> {
  let end: PromiseSettledResult<T> | undefined;
  void Promise.allSettled([promise]).then(([one]) => (end = one));
  for (let ms = 0; ms < limitMs; ms += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    if (end !== undefined) return end;
  }
  throw new Error('still pending');
}

const valueOf = async <T>(promise: Promise<T>): Promise<T> => {
  const end = await settled(promise);
  if (end.status === 'rejected') throw end.reason;
  return end.value;
};

test("grants no more than the bucket's rate over any time, and at the time that it announced", () => {
  const steps = fc.array(fc.record({ after: fc.nat(1_000), tokens: fc.integer({ min: 1, max: 3 }) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(steps, (list) => {
      let now = 0;
      const bucket = createBucket(
        () => ({ perSecond: 4, burst: 4 }),
        () => now,
      );
      const given: { at: number; tokens: number }[] = [];
      for (const { after, tokens } of list) {
        now += after;
        if (!bucket.take(tokens)) {
          now += bucket.waitMs(tokens);
          expect(bucket.take(tokens)).toBe(true);
        }
        given.push({ at: now, tokens });
      }
      for (const [i, first] of given.entries()) {
        let sum = 0;
        for (const one of given.slice(i)) {
          sum += one.tokens;
          expect(sum).toBeLessThanOrEqual(4 + ((one.at - first.at) / 1000) * 4 + 1e-6);
        }
      }
    }),
  );
});

describe('the rate that a service takes', () => {
  /** Drives a service that takes `capacity` calls a second, as fast as the rate allows, for `seconds`. */
  const driven = (capacity: number, seconds: number) => {
    let now = 0;
    const rate = createRate(() => now);
    const service = createBucket(
      () => ({ perSecond: capacity, burst: capacity }),
      () => now,
    );
    const counts = Array.from({ length: seconds }, () => ({ taken: 0, throttled: 0 }));
    for (; now < seconds * 1000; now += STEP_MS) {
      for (let times = 0; times < 2 && rate.take(); times += 1) {
        const count = counts[Math.floor(now / 1000)];
        if (count === undefined) continue;
        if (service.take(1)) {
          count.taken += 1;
          rate.answered();
        } else {
          count.throttled += 1;
          rate.throttled(now);
        }
      }
    }
    const last = counts.slice(seconds / 2);
    const sum = (what: 'taken' | 'throttled') => last.reduce((total, count) => total + count[what], 0) / last.length;
    return { taken: sum('taken'), throttled: sum('throttled') };
  };

  test.each([5, 20, 100])('adapts to %i calls a second, with few throttles', (capacity) => {
    const { taken, throttled } = driven(capacity, 60);
    expect(taken).toBeGreaterThan(capacity * 0.7);
    expect(throttled).toBeLessThan(capacity * 0.1);
  });

  test('counts simultaneous throttles once, and never stops', () => {
    let now = 0;
    const rate = createRate(() => now);
    expect(rate.perSecond).toBe(Infinity);
    for (; now < 1_000; now += 10) rate.answered();
    for (let times = 0; times < 50; times += 1) rate.throttled(now - 1);
    expect(rate.perSecond).toBeCloseTo(70);
    for (let times = 0; times < 50; times += 1) rate.throttled((now += 1));
    expect(rate.perSecond).toBeGreaterThanOrEqual(0.5);
    expect(rate.waitMs()).toBeLessThanOrEqual(2_000);
  });
});

describe('pacing', () => {
  test('calls Route 53 four times a second per account, and keeps other services going', async () => {
    const pace = createRateLimit({ limits: HARD_LIMITS });
    const { next, asked } = answering(OK);
    const send = pace(next);
    const zone = { service: 'route53', name: 'GetHostedZone', region: 'us-east-1' };
    const calls = Array.from({ length: 20 }, (_, i) => send(call({ ...zone, by: { i } }), never));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(4);
    await send(call({ ...zone, account: '222222222222' }), never);
    await send(call({ service: 'ec2', name: 'DescribeVpcs' }), never);
    expect(asked).toHaveLength(6);
    await valueOf(Promise.all(calls));
    const last = asked.toSorted((a, b) => a - b).at(-1) ?? 0;
    expect(last - (asked[0] ?? 0)).toBeGreaterThanOrEqual(4_000);
    expect(last - (asked[0] ?? 0)).toBeLessThan(4_200);
  });

  test('serves an analysis with few calls beside one with many', async () => {
    const done: string[] = [];
    const send = createRateLimit({ limits: HARD_LIMITS })(async ({ session }) => {
      done.push(session.by === many ? 'many' : 'few');
      return OK;
    });
    const [many, few] = [{}, {}];
    const zone = { service: 'route53', name: 'GetHostedZone' };
    const all = [...Array.from({ length: 40 }, () => many), few, few].map((by) => send(call({ ...zone, by }), never));
    await valueOf(Promise.all(all));
    expect(done.lastIndexOf('few')).toBeLessThan(9);
  });

  test('limits single actions of a service, and no emulator', async () => {
    const { next, asked } = answering(OK);
    const send = createRateLimit({ limits: HARD_LIMITS })(next);
    const lambda = (name: string, endpoint?: string) =>
      void send(call({ service: 'lambda', name, ...(endpoint && { endpoint }) }), never);
    const sentAtOnce = async (go: () => void) => {
      asked.length = 0;
      for (let times = 0; times < 100; times += 1) go();
      await vi.advanceTimersByTimeAsync(0);
      return asked.length;
    };
    expect(await sentAtOnce(() => lambda('GetFunction'))).toBe(80);
    expect(await sentAtOnce(() => lambda('ListVersionsByFunction'))).toBe(12);
    expect(await sentAtOnce(() => lambda('GetFunctionCodeSigningConfig'))).toBe(0);
    expect(await sentAtOnce(() => lambda('GetPolicy', 'http://127.0.0.1:5000'))).toBe(100);
  });

  test('rejects an aborted call with the reason, and sends nothing', async () => {
    const { next, asked } = answering(OK);
    const send = createRateLimit({ limits: [{ service: 'sqs', perSecond: 1, burst: 1, source: 'test' }] })(next);
    await send(call(), never);
    const leaving = new AbortController();
    const [left, stays] = [send(call(), leaving.signal), send(call(), never)];
    leaving.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    expect(await valueOf(stays)).toBe(OK);
    await expect(send(call(), leaving.signal)).rejects.toThrow('enough');
    expect(asked).toHaveLength(2);
  });
});

describe('tries', () => {
  test.each([
    ['a code in the body', answer(400, 'ThrottlingException')],
    ['a status', answer(429)],
    ["S3's", answer(503, 'SlowDown')],
    ['a code with a tail', answer(400, 'Throttling.User')],
  ])('retries a throttled call (%s), and slows its limiter alone', async (_, throttle) => {
    const session = sessionOf();
    const { next, asked } = answering(throttle, throttle, OK);
    const send = createRateLimit()(next);
    expect(await valueOf(send(call({}, session), never))).toBe(OK);
    expect(session.counts).toEqual({ throttled: 2 });
    const others = Array.from({ length: 50 }, () => send(call({ service: 'sns' }), never));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(53);
    await Promise.all(others);
  });

  test('passes a throttle on that outlasts the budget', async () => {
    const session = sessionOf();
    const throttle = answer(400, 'Throttling');
    const { next, asked } = answering(throttle);
    expect(await valueOf(createRateLimit()(next)(call({}, session), never))).toBe(throttle);
    expect(asked.length).toBeGreaterThan(4);
    expect((asked.at(-1) ?? 0) - (asked[0] ?? 0)).toBeLessThan(35_000);
    expect(session.counts).toEqual({ throttled: asked.length });
  });

  test('waits as long as the answer says', async () => {
    const { next, asked } = answering(answer(429, undefined, { 'retry-after': '7' }), OK);
    expect(await valueOf(createRateLimit()(next)(call(), never))).toBe(OK);
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(7_000);
  });

  test('tries a failed call four times', async () => {
    const unwell = answer(500, 'InternalFailure');
    const dead = new UpstreamError('unreachable', 'Connection reset.');
    const first = answering(unwell, dead, answer(400, 'RequestTimeout'), OK);
    expect(await valueOf(createRateLimit()(first.next)(call(), never))).toBe(OK);
    expect(first.asked).toHaveLength(4);
    expect(await valueOf(createRateLimit()(answering(unwell).next)(call(), never))).toBe(unwell);
    const second = answering(dead);
    await expect(valueOf(createRateLimit()(second.next)(call(), never))).rejects.toBe(dead);
    expect(second.asked).toHaveLength(4);
  });

  test.each([
    ['denied', answer(403, 'AccessDeniedException')],
    ['not there', answer(404, 'ResourceNotFoundException')],
    ['not implemented', answer(501, 'NotImplemented')],
    ['fine', OK],
  ])('sends a call once that is %s', async (_, one) => {
    const { next, asked } = answering(one);
    expect(await createRateLimit()(next)(call(), never)).toBe(one);
    expect(asked).toHaveLength(1);
  });

  test('tries nothing again without credentials, or after an abort', async () => {
    const expired = new UpstreamError('credentials', 'They have expired.');
    const { next, asked } = answering(expired);
    await expect(createRateLimit()(next)(call(), never)).rejects.toBe(expired);
    expect(asked).toHaveLength(1);
    const leaving = new AbortController();
    const gone = createRateLimit()(answering(answer(500)).next)(call(), leaving.signal);
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort(new Error('enough'));
    await expect(gone).rejects.toThrow('enough');
  });

  test('limits the retries to a service that is down', async () => {
    const { next, asked } = answering(answer(503));
    const send = createRateLimit()(next);
    await valueOf(Promise.all(Array.from({ length: 400 }, () => send(call(), never))));
    expect(asked).toHaveLength(500);
  });
});
