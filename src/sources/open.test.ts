import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startStandIn } from '../../testkit/sources/stand-in.ts';
import { SOURCE_FORMS } from './kinds.ts';
import { SOURCE_KINDS } from './open.ts';
import { createWays } from './ways.ts';

test('has a form for every kind', () => {
  expect(Object.keys(SOURCE_KINDS)).toEqual(Object.keys(SOURCE_FORMS));
  for (const { settings, credentials } of Object.values(SOURCE_FORMS)) {
    // The kind itself checks which credentials go together, when it opens a source.
    expect(credentials.required ?? []).toEqual([]);
    const names = [...Object.keys(settings.properties), ...Object.keys(credentials.properties)];
    expect(new Set(names).size).toBe(names.length);
  }
});

test('sends a few requests at once, however many states there are', async () => {
  let [now, most] = [0, 0];
  const keys = Array.from({ length: 60 }, (_, i) => `terraform/${i}`);
  await using server = await startStandIn(async ({ url }) => {
    if (url.searchParams.has('keys')) return { body: keys };
    now += 1;
    most = Math.max(most, now);
    await sleep(5);
    now -= 1;
    const Value = Buffer.from('{"version":4,"serial":1}').toString('base64');
    return { body: [{ Value, ModifyIndex: 7 }] };
  });
  using ways = createWays({ networks: ['loopback'], http: true });
  const settings = { address: new URL(server.url).host, scheme: 'http', path: 'terraform/' };
  const source = SOURCE_KINDS.consul.open({ settings, credentials: {}, narrower: '' }, ways);
  const [one, other] = await Promise.all([Array.fromAsync(source.list()), Array.fromAsync(source.list())]);
  expect([one.length, other.length]).toEqual([60, 60]);
  expect(most).toBeLessThanOrEqual(6);
  expect(most).toBeGreaterThan(1);
});
