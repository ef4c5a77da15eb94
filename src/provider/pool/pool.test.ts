import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRateLimiters } from '../rate-limit/limiter.ts';
import type { ProviderProcess } from '../process/process.ts';
import { createPool } from './pool.ts';
import type { Claim } from './types.ts';

type Binary = { name: string };

/** A pool of distinguishable stand-ins for processes, and the work that runs in each. */
function openPool(processes: number, concurrency: number, more: { quantumMs?: number; idleMs?: number } = {}) {
  const running = new Map<ProviderProcess, { key: string; alone: boolean }[]>();
  const binaryOf = new Map<ProviderProcess, Binary>();
  const stopped: ProviderProcess[] = [];
  const ended: ProviderProcess[] = [];
  const pool = createPool<Binary>({
    open: (binary) => {
      const opened: ProviderProcess = {
        begin: () => undefined,
        schema: () => Promise.reject(new Error('not asked for')),
        configured: () => Promise.reject(new Error('not asked for')),
        stop: async () => void stopped.push(opened),
        close: async () => {
          ended.push(opened);
          expect(running.get(opened)).toEqual([]);
          await nextTurn();
          running.delete(opened);
        },
      };
      running.set(opened, []);
      binaryOf.set(opened, binary);
      expect(running.size).toBeLessThanOrEqual(processes);
      return opened;
    },
    refusal: ({ name }) => new Error(`${name} is closed`),
    processes,
    concurrency,
    quantumMs: more.quantumMs ?? 0,
    idleMs: more.idleMs ?? 60_000,
  });
  const claim = (binary: Binary, key: string, rest: Partial<Claim<Binary>> = {}): Claim<Binary> => ({
    setup: { binary, config: {}, key: `${binary.name} ${key}` },
    by: binary,
    signal: undefined,
    ...rest,
  });
  /** Runs work of `steps` steps, and checks at each that nothing forbidden runs beside it. */
  const run = (one: Claim<Binary>, steps: number) =>
    pool.run(one, async (process) => {
      const here = running.get(process)!;
      const me = { key: one.setup.key, alone: one.alone ?? false };
      here.push(me);
      expect(binaryOf.get(process)).toBe(one.setup.binary);
      for (let i = 0; i <= steps; i += 1) {
        expect(here.every(({ key }) => key === me.key)).toBe(true);
        expect(here.length).toBeLessThanOrEqual(here.some(({ alone }) => alone) ? 1 : concurrency);
        await nextTurn();
      }
      here.splice(here.indexOf(me), 1);
      return process;
    });
  return { pool, claim, run, stopped, ended, running };
}

const BINARIES = [{ name: 'aws' }, { name: 'google' }];

test('runs one setup a process, within its concurrency, exclusive work alone, and everybody in turn', async () => {
  const piece = fc.record({
    binary: fc.constantFrom(...BINARIES),
    key: fc.constantFrom('a', 'b', 'c'),
    alone: fc.boolean(),
    steps: fc.nat(4),
    after: fc.nat(4),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 30 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 4 }),
      async (pieces, processes, concurrency) => {
        const { pool, claim, run } = openPool(processes, concurrency);
        const done = await Promise.all(
          pieces.map(async ({ binary, key, alone, steps, after }) => {
            for (let i = 0; i < after; i += 1) await nextTurn();
            return run(claim(binary, key, { alone }), steps);
          }),
        );
        expect(done).toHaveLength(pieces.length);
        await pool.close();
      },
    ),
    { numRuns: 60 },
  );
});

describe('whose turn it is', () => {
  const [aws] = BINARIES as [Binary];

  test('serves a caller with ten tasks beside one with a thousand', async () => {
    const { pool, claim, run } = openPool(1, 4);
    const [many, few] = [{}, {}];
    const ended: object[] = [];
    const ask = (by: object, n: number) =>
      Array.from({ length: n }, () => run(claim(aws, 'a', { by }), 1).then(() => ended.push(by)));
    await Promise.all([...ask(many, 1_000), ...ask(few, 10)]);
    expect(ended.lastIndexOf(few)).toBeLessThan(40);
    await pool.close();
  });

  test('runs other work while some waits for its service', async () => {
    const { pool, claim, run } = openPool(1, 4);
    const ended: string[] = [];
    // Time advances only when all other work is done: on a slow machine, no token comes earlier.
    const limiterOf = createRateLimiters({
      ceiling: 40,
      limits: [{ service: 'route53', perSecond: 20, burst: 1, requests: 1 }],
      now: () => (ended.length < 3 ? 0 : 1_000),
    });
    const ask = (type: string) => {
      const limiter = limiterOf(type, '1');
      return run(claim(aws, 'a', { pace: { limiter, type } }), 0).then(() => {
        limiter.done(false);
        ended.push(type);
      });
    };
    await Promise.all(['aws_route53_zone', 'aws_route53_zone', 'aws_sqs_queue', 'aws_sqs_queue'].map(ask));
    expect(ended).toEqual(['aws_route53_zone', 'aws_sqs_queue', 'aws_sqs_queue', 'aws_route53_zone']);
    await pool.close();
  });

  test('keeps a setup until its time is up', async () => {
    const { pool, claim, run } = openPool(1, 1, { quantumMs: 60_000 });
    const ended: string[] = [];
    const ask = (key: string) => run(claim(aws, key), 0).then(() => ended.push(key));
    await Promise.all(['a', 'b', 'a', 'b', 'a'].map(ask));
    expect(ended).toEqual(['a', 'a', 'a', 'b', 'b']);
    await pool.close();
  });

  test('dequeues aborted work, releases after failed work, and refuses work after close', async () => {
    const { pool, claim, run } = openPool(1, 1);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const holder = pool.run(claim(aws, 'a'), () => held);
    const abort = new AbortController();
    const given = run(claim(aws, 'b', { signal: abort.signal }), 0);
    const behind = pool.run(claim(aws, 'a'), async () => {
      throw new Error('broken');
    });
    abort.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    release();
    await holder;
    await expect(behind).rejects.toThrow('broken');
    await expect(run(claim(aws, 'c'), 0)).resolves.toBeDefined();
    await expect(run(claim(aws, 'c', { signal: AbortSignal.abort(new Error('late')) }), 0)).rejects.toThrow('late');
    const last = pool.run(claim(aws, 'c'), () => nextTurn());
    const waiting = run(claim(aws, 'd'), 0);
    const closing = pool.close();
    await expect(waiting).rejects.toThrow('aws is closed');
    await expect(run(claim(aws, 'c'), 0)).rejects.toThrow('aws is closed');
    await Promise.allSettled([last, closing]);
  });

  test('ends a replaced process once', async () => {
    const { pool, claim, run, ended } = openPool(1, 1, { idleMs: 150 });
    const [, google] = BINARIES as [Binary, Binary];
    await run(claim(aws, 'a'), 0);
    await pool.run(claim(google, 'b'), () => sleep(300));
    expect(ended).toHaveLength(1);
    await pool.close();
  });

  test('starts nothing in a retiring process until it was stopped', async () => {
    const { pool, claim, run, stopped } = openPool(1, 2);
    let begun = 0;
    const second = await pool.run(claim(aws, 'a'), async (process) => {
      pool.retire(process);
      const asked = run(claim(aws, 'a'), 0).then(() => stopped.length);
      for (let i = 0; i < 5; i += 1) await nextTurn();
      begun = stopped.length;
      return { asked };
    });
    expect([begun, await second.asked]).toEqual([0, 1]);
    await pool.close();
  });
});
