import { expect, test } from 'vitest';
import { messageOf } from '../base/errors.ts';
import { createLimiter, type SharedStore } from './limiter.ts';
import { createMemoryStore } from './memory.ts';
import type { Bucket } from './types.ts';

const key: Bucket = { name: 'key', id: 'key:a', limit: 10 };

/** A limiter with a shared store that can fail, and a clock that the test moves. */
function rig() {
  const clock = { ms: 0 };
  const now = () => clock.ms;
  const link = { up: true, pings: 0 };
  let logs = createMemoryStore({ now });
  const reach = () => (link.up ? Promise.resolve() : Promise.reject(new Error('connection lost')));
  const shared: SharedStore = {
    kind: 'redis',
    take: (buckets) => reach().then(() => logs.take(buckets)),
    async ping() {
      link.pings += 1;
      await reach();
    },
  };
  const changes: string[] = [];
  const onChange = (error: unknown) => void changes.push(error === undefined ? 'back' : messageOf(error));
  const limiter = createLimiter({ now, shared, onChange });
  const admitted = async (calls: number) => {
    const decisions = await Promise.all(Array.from({ length: calls }, () => limiter.take([key])));
    return decisions.filter((decision) => decision.admitted).length;
  };
  return { clock, link, limiter, changes, admitted, empty: () => (logs = createMemoryStore({ now })) };
}

test('continues from local counts when the shared store fails, and fails no call', async () => {
  const { link, limiter, changes, admitted } = rig();
  expect(await admitted(4)).toBe(4);
  link.up = false;
  expect(await admitted(20)).toBe(6);
  expect(await limiter.check()).toEqual({ status: 'degraded', kind: 'redis' });
  expect(changes).toEqual(['connection lost']);
});

test('probes a failed shared store in the background, and uses it again when it is back', async () => {
  const { clock, link, limiter, changes, admitted, empty } = rig();
  link.up = false;
  expect(await admitted(5)).toBe(5);
  expect(link.pings).toBe(0);
  clock.ms += 500;
  await admitted(3);
  expect(link.pings).toBe(1);
  await limiter.check();
  empty();
  link.up = true;
  clock.ms += 500;
  await admitted(1);
  expect(await limiter.check()).toEqual({ status: 'ok', kind: 'redis' });
  expect(changes).toEqual(['connection lost', 'back']);
  expect(await admitted(20)).toBe(10);
});

test('reports no failure without a shared store', async () => {
  const limiter = createLimiter({ now: () => 0 });
  expect(await limiter.check()).toEqual({ status: 'ok', kind: 'memory' });
  await limiter.take([key]);
  expect(limiter.peek([key])).toMatchObject({ admitted: true, statuses: [{ remaining: 9, resetMs: 60_000 }] });
});
