import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from './memory.ts';
import { closest, type Bucket, type BucketStatus } from './types.ts';

const WINDOW = 10;

/** One call: the time since the previous one, and which of three buckets it uses (as bits). */
type Step = { gap: number; on: number };

const limits = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 1, max: 5 })));
const step: fc.Arbitrary<Step> = fc.record({ gap: fc.nat(WINDOW + 2), on: fc.integer({ min: 1, max: 7 }) });
const schedule = fc.array(step, { minLength: 1, maxLength: 24 });

function bucketsOn(limits: number[], on: number): Bucket[] {
  const all = limits.map((limit, i): Bucket => ({ name: 'key', id: `b${i}`, limit }));
  return all.filter((_, i) => (on >> i) & 1);
}

/** The definition itself, by counting: keeps every call forever, and searches for the next free slot tick by tick. */
function bruteForce() {
  const passed = new Map<string, number[]>();
  const within = (id: string, at: number) => (passed.get(id) ?? []).filter((t) => at - WINDOW < t && t <= at).length;
  const statusAt = ({ name, id, limit }: Bucket, now: number): BucketStatus => {
    let later = now;
    while (within(id, later) > 0 && within(id, later) >= Math.min(limit, within(id, now))) later += 1;
    return { name, limit, remaining: Math.max(0, limit - within(id, now)), resetMs: later - now };
  };
  return {
    passed,
    take(buckets: Bucket[], now: number) {
      const admitted = buckets.every(({ id, limit }) => within(id, now) < limit);
      if (admitted) for (const { id } of buckets) passed.set(id, [...(passed.get(id) ?? []), now]);
      return { admitted, statuses: buckets.map((bucket) => statusAt(bucket, now)) };
    },
  };
}

describe('the sliding log', () => {
  test('decides 100,000 random schedules as counting by hand does: none admits a call too many or one too few', () => {
    const differing: unknown[] = [];
    fc.assert(
      fc.property(limits, schedule, (limits, steps) => {
        let now = 0;
        const store = createMemoryStore({ now: () => now, windowMs: WINDOW });
        const model = bruteForce();
        for (const { gap, on } of steps) {
          now += gap;
          const buckets = bucketsOn(limits, on);
          const [got, due] = [store.take(buckets), model.take(buckets, now)];
          if (JSON.stringify(got) !== JSON.stringify(due)) differing.push({ limits, steps, now, got, due });
        }
        return differing.length === 0;
      }),
      { numRuns: 100_000 },
    );
    expect(differing).toEqual([]);
  });

  test('admits a refused call at its reset, and not a tick sooner', () => {
    fc.assert(
      fc.property(limits, schedule, fc.integer({ min: 1, max: 7 }), (limits, steps, on) => {
        let now = 0;
        const store = createMemoryStore({ now: () => now, windowMs: WINDOW });
        for (const { gap, on } of steps) {
          now += gap;
          store.take(bucketsOn(limits, on));
        }
        const refused = store.take(bucketsOn(limits, on));
        fc.pre(!refused.admitted);
        const wait = closest(refused)?.resetMs ?? 0;
        expect(wait).toBeGreaterThan(0);
        now += wait - 1;
        expect(store.take(bucketsOn(limits, on)).admitted).toBe(false);
        now += 1;
        expect(store.take(bucketsOn(limits, on)).admitted).toBe(true);
      }),
    );
  });

  test('counts neither peeks nor refused calls', () => {
    fc.assert(
      fc.property(limits, schedule, schedule, (limits, steps, between) => {
        let now = 0;
        const plain = createMemoryStore({ now: () => now, windowMs: WINDOW });
        const watched = createMemoryStore({ now: () => now, windowMs: WINDOW });
        for (const [i, { gap, on }] of steps.entries()) {
          now += gap;
          watched.peek(bucketsOn(limits, between[i % between.length]?.on ?? 1));
          expect(watched.take(bucketsOn(limits, on))).toEqual(plain.take(bucketsOn(limits, on)));
        }
      }),
    );
  });
});

describe('a limit of 120 a minute', () => {
  const key: Bucket = { name: 'key', id: 'key:a', limit: 120 };
  const burst = (store: ReturnType<typeof createMemoryStore>, calls: number, on = [key]) =>
    Array.from({ length: calls }, () => store.take(on)).filter(({ admitted }) => admitted).length;

  test('lets 120 of a burst around a minute’s boundary through, not 240', () => {
    let now = 59_500;
    const store = createMemoryStore({ now: () => now });
    expect(burst(store, 240)).toBe(120);
    now = 60_500;
    expect(burst(store, 240)).toBe(0);
    now = 119_499;
    expect(burst(store, 240)).toBe(0);
    now = 119_500;
    expect(burst(store, 240)).toBe(120);
  });

  test('leaves other keys and organizations alone, and a full organization costs its keys nothing', () => {
    const store = createMemoryStore({ now: () => 0 });
    const org: Bucket = { name: 'org', id: 'org:a', limit: 200 };
    const second: Bucket = { ...key, id: 'key:b' };
    expect(burst(store, 150, [key, org])).toBe(120);
    expect(burst(store, 150, [second, org])).toBe(80);
    const { statuses } = store.peek([second, org]);
    expect(statuses.map(({ remaining }) => remaining)).toEqual([40, 0]);
    expect(closest({ admitted: false, statuses })).toMatchObject({ name: 'org', resetMs: 60_000 });
    expect(
      burst(store, 150, [
        { ...key, id: 'key:c' },
        { ...org, id: 'org:b' },
      ]),
    ).toBe(120);
  });

  test('holds at once when it is lowered', () => {
    let now = 0;
    const store = createMemoryStore({ now: () => now });
    for (; now < 50; now += 1) store.take([key]);
    const lowered = { ...key, limit: 10 };
    expect(store.take([lowered])).toMatchObject({ admitted: false, statuses: [{ remaining: 0, resetMs: 59_990 }] });
    now = 60_039;
    expect(store.take([lowered]).admitted).toBe(false);
    now = 60_040;
    expect(store.take([lowered]).admitted).toBe(true);
  });
});

test('keeps no more than the last window in memory', () => {
  let now = 0;
  const store = createMemoryStore({ now: () => now, windowMs: 1000 });
  for (; now < 20_000; now += 1) {
    store.take([{ name: 'address', id: `address:${now % 7000}`, limit: 3 }]);
    store.peek([{ name: 'address', id: `address:${(now + 11) % 7000}`, limit: 3 }]);
    expect(store.size()).toBeLessThanOrEqual(1000);
  }
  now += 1000;
  store.take([{ name: 'key', id: 'key:a', limit: 3 }]);
  expect(store.size()).toBe(1);
});
