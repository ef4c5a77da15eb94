import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../testkit/alive.ts';
import { readCalls, writeControl } from '../../testkit/plugin/fake/control.ts';
import { CONFIG, NEED, providerRig, thing } from '../../testkit/provider-rig.ts';
import type { ProviderSession, ReadOutcome } from './contract/types.ts';

type Rig = Awaited<ReturnType<typeof providerRig>>;

const MIB = 1024 ** 2;
/** More memory than the fake provider, a Node process, uses from the start. */
const ROOM = 250 * MIB;

const ended = (it: Rig) => it.events.filter(({ kind }) => kind === 'ended').map(({ cause }) => cause);
const withInnocents = (session: ProviderSession, ...behaviour: string[]): Promise<ReadOutcome[]> =>
  Promise.all([
    session.read(thing('guilty', { on_read: ['slow:50', ...behaviour] })),
    ...Array.from({ length: 4 }, (_, i) => session.read(thing(`ok-${i}`, { on_read: ['slow:200'] }))),
  ]);

describe('one read', () => {
  test.each([
    ['takes more memory than there is', ['leak:400', 'slow:5000'], 'memory', { memoryBytes: ROOM, watchMs: 50 }],
    ['starts a swarm of processes', ['fork:60', 'slow:5000'], 'processes', { processesOfOne: 20, watchMs: 50 }],
    ['floods the host', ['chatty:3000000'], 'output', { maxOutputBytes: 1_000_000 }],
    ['floods its stdout', ['stdout:3000000', 'slow:5000'], 'output', { maxOutputBytes: 1_000_000 }],
    ['closes the connection', ['hang_up'], 'connection', {}],
    ['exits as if all were well', ['exit:0'], 'crashed', {}],
  ] as const)('that %s is named and nothing is lost but it', async (_, behaviour, cause, options) => {
    await using it = await providerRig({}, { ...options, concurrency: 20 });
    const [guilty, ...innocents] = await it.host.use(NEED, CONFIG, (session) => withInnocents(session, ...behaviour));
    const detail = expect.stringMatching(/crashed while reading this resource, 2 times with nothing else to do \(it /);
    expect(guilty).toMatchObject({ status: 'unreadable', reason: 'provider_error', detail });
    expect(innocents.map(({ status }) => status)).toEqual(Array(4).fill('read'));
    expect(ended(it).slice(0, 3)).toEqual([cause, cause, cause]);
    await it.host.close();
    const forked = (await readCalls(it.control)).filter(({ call }) => call === 'forked').map(({ id }) => Number(id));
    await expect.poll(() => forked.filter(isAlive)).toEqual([]);
  });

  test('replaces a process that grows with each read, and fails no read', async () => {
    await using it = await providerRig({}, { memoryBytes: 2 * ROOM, watchMs: 20 });
    const outcomes: string[] = [];
    await it.host.use(NEED, CONFIG, async (session) => {
      for (let i = 0; i < 12; i += 1) {
        outcomes.push((await session.read(thing(`t${i}`, { on_read: ['leak:50', 'slow:60'] }))).status);
        await sleep(20);
      }
    });
    expect(outcomes).toEqual(Array(12).fill('read'));
    expect(ended(it)).toContain('stopped');
  });

  test('ends programs that a provider started, also those that left its group', async () => {
    await using it = await providerRig();
    await it.host.use(NEED, CONFIG, (session) => session.read(thing('t', { on_read: ['fork:4'] })));
    const forked = (await readCalls(it.control)).filter(({ call }) => call === 'forked').map(({ id }) => Number(id));
    expect(forked.map(isAlive)).toEqual([true, true, true, true]);
    await it.host.close();
    await expect.poll(() => forked.filter(isAlive)).toEqual([]);
  });
});

describe('a provider', () => {
  test('gives up a provider that crashes at every read, and reports every instance', async () => {
    await using it = await providerRig();
    const outcomes = await it.host.use(NEED, CONFIG, (session) =>
      Promise.all(Array.from({ length: 60 }, (_, i) => session.read(thing(`t${i}`, { on_read: ['panic'] })))),
    );
    for (const one of outcomes) expect(one).toMatchObject({ status: 'unreadable', reason: 'provider_error' });
    expect(outcomes.at(-1)).toMatchObject({ detail: expect.stringContaining('each of the last 3 resources of type') });
    expect(it.count('launched')).toBeLessThan(10);
    const other = await it.host.use(NEED, CONFIG, (session) => session.read(thing('t')));
    expect(other.status).toBe('read');
  });

  test('gives up a provider that stopped answering, and reports every instance', async () => {
    await using it = await providerRig({}, { readDeadlineMs: 300, concurrency: 10 });
    const outcomes = await it.host.use(NEED, CONFIG, (session) =>
      Promise.all(Array.from({ length: 60 }, (_, i) => session.read(thing(`t${i}`, { on_read: ['hang'] })))),
    );
    for (const one of outcomes) expect(one).toMatchObject({ status: 'unreadable', reason: 'timeout' });
    expect(outcomes.at(-1)).toMatchObject({ detail: expect.stringContaining('the last 8 reads of type fake_thing') });
    expect(await it.calls('ReadResource')).toBeLessThan(25);
  });

  test.each([
    ['GetProviderSchema', 'hang', 'provider_start_failed', 'did not give its schema'],
    ['GetProviderSchema', 'panic', 'provider_start_failed', 'did not give its schema'],
    ['GetProviderSchema', 'status:13', 'provider_start_failed', 'did not give its schema'],
    ['ConfigureProvider', 'hang', 'provider_configure_failed', 'could not be configured'],
  ])('reports a provider whose %s does %s, and starts the next use afresh', async (call, behaviour, code, message) => {
    await using it = await providerRig({}, behaviour === 'hang' ? { setupMs: 4_000 } : {});
    await writeControl(it.control, { calls: { [call]: [behaviour] } });
    const use = it.host.use(NEED, CONFIG, async () => 'never');
    await expect(use).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    await writeControl(it.control, {});
    await expect(it.host.use(NEED, CONFIG, async () => 'works')).resolves.toBe('works');
    expect(it.count('launched')).toBe(2);
  });

  test('names a provider whose schema is too large', async () => {
    await using it = await providerRig({}, { maxSchemaBytes: 100 });
    await expect(it.host.use(NEED, CONFIG, async () => 'never')).rejects.toMatchObject({
      code: 'provider_start_failed',
      message: expect.stringContaining('larger than max'),
    });
  });
});

describe('throttling', () => {
  test('waits for a throttle, and reports it when it does not end', async () => {
    let throttles = 0;
    await using it = await providerRig({}, { throttleMs: 10, meter: { readThrottled: () => (throttles += 1) } });
    const [passing, lasting] = await it.host.use(NEED, CONFIG, (session) =>
      Promise.all([
        session.read(thing('a', { on_read: ['error_times:2:api error Throttling: Rate exceeded'] })),
        session.read(thing('b', { on_read: ['error:api error SlowDown: Please reduce your request rate'] })),
      ]),
    );
    expect(passing.status).toBe('read');
    expect(lasting).toMatchObject({ status: 'unreadable', reason: 'throttled' });
    expect(throttles).toBe(2 + 4);
  });

  test('stops waiting for a throttle when the caller cancels', async () => {
    await using it = await providerRig({}, { throttleMs: 60_000 });
    const abort = new AbortController();
    const read = it.host.use(NEED, CONFIG, (session) =>
      session.read(thing('b', { on_read: ['error:api error SlowDown: no'] }), abort.signal),
    );
    await expect.poll(() => it.calls('ReadResource')).toBe(1);
    abort.abort(new Error('enough'));
    await expect(read).rejects.toThrow('enough');
  });
});
