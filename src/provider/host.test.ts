import { describe, expect, test } from 'vitest';
import { isAlive } from '../../testkit/alive.ts';
import { writeControl } from '../../testkit/plugin/fake/control.ts';
import { CONFIG, NEED, providerRig, thing } from '../../testkit/provider-rig.ts';
import type { ProviderEvent } from './process/events.ts';
import type { ProviderSession, ReadOutcome } from './contract/types.ts';

type Rig = Awaited<ReturnType<typeof providerRig>>;

describe('a crash', () => {
  const many = (session: ProviderSession, n: number): Promise<ReadOutcome>[] =>
    Array.from({ length: n }, (_, i) => session.read(thing(`ok-${i}`, { on_read: ['slow:100'] })));

  test('fails only the read that crashes the provider', async () => {
    await using it = await providerRig();
    const outcomes = await it.host.use(NEED, CONFIG, async (session) => {
      const [first, second, ...innocent] = await Promise.all([
        session.read(thing('bad-1', { on_read: ['panic'] })),
        session.read(thing('bad-2', { on_read: ['slow:50', 'panic'] })),
        ...many(session, 30),
      ]);
      return { guilty: [first, second], innocent, after: await session.read(thing('later')) };
    });
    for (const one of outcomes.guilty)
      expect(one).toMatchObject({
        status: 'unreadable',
        reason: 'provider_error',
        detail: expect.stringContaining('crashed while reading this resource, 2 times'),
      });
    expect(outcomes.innocent.map(({ status }) => status)).toEqual(Array(30).fill('read'));
    expect(outcomes.after).toMatchObject({ status: 'read', live: { configured_region: 'north' } });
    expect(new Set(it.events.map(({ pid }) => pid)).size).toBeGreaterThan(1);
  });

  test('fails no read for a crash that does not repeat', async () => {
    await using it = await providerRig();
    const outcome = await it.host.use(NEED, CONFIG, (session) =>
      session.read(thing('once', { on_read: ['panic_times:1'] })),
    );
    expect(outcome.status).toBe('read');
    expect(it.count('launched')).toBe(2);
  });

  test('reports a crash during configuration as a failed configuration', async () => {
    await using it = await providerRig();
    await writeControl(it.control, { calls: { ConfigureProvider: ['panic'] } });
    const use = it.host.use(NEED, CONFIG, async () => 'never');
    await expect(use).rejects.toMatchObject({
      code: 'provider_configure_failed',
      message: expect.stringContaining('crashed while it was being configured'),
    });
    await writeControl(it.control, {});
    await expect(it.host.use(NEED, CONFIG, async () => 'works')).resolves.toBe('works');
  });
});

test('reports a deletion only where the cloud answered', async () => {
  await using it = await providerRig();
  const heard = (said: string | undefined, isAnswered: boolean) => ({
    cloud: { about: () => said, isAnswered: () => isAnswered },
  });
  const read = (
    asker?: Parameters<typeof it.host.use>[4],
    gone: Parameters<typeof thing>[1] = { on_read: ['deleted'] },
  ) => it.host.use(NEED, CONFIG, (session) => session.read(thing('x', gone)), undefined, asker);
  expect(await read()).not.toHaveProperty('byCloud');
  expect(await read(heard(undefined, false))).toMatchObject({ status: 'deleted', byCloud: false });
  expect(await read(undefined, {})).not.toHaveProperty('byCloud');
  expect(await read(heard(undefined, false), {})).toMatchObject({ status: 'read', byCloud: false });
  expect(await read(heard(undefined, true), {})).toMatchObject({ status: 'read', byCloud: true });
  expect(await read(heard(undefined, true))).toMatchObject({ status: 'deleted', byCloud: true });
  const denied = 's3:HeadBucket was answered with StatusCode: 403';
  expect(await read(heard(denied, true))).toMatchObject({ status: 'unreadable', reason: 'denied' });
});

describe('configurations', () => {
  const use = (it: Rig, region: string, id: string) =>
    it.host.use(NEED, { region, settings: { b: '1', a: '2' } }, (session) =>
      session.read(thing(id, { on_read: ['slow:20'] })),
    );

  test('shares a process between equal configurations, and gives others their own', async () => {
    await using it = await providerRig({}, { processes: 2 });
    const outcomes = await Promise.all(['a', 'a', 'b', 'a', 'b'].map((region, i) => use(it, region, `t${i}`)));
    expect(outcomes.map((one) => one.status)).toEqual(Array(5).fill('read'));
    expect([it.count('launched'), it.count('configured')]).toEqual([2, 2]);
  });

  test.each([0, 60_000])('lets configurations take turns in too few processes, after %i ms', async (quantumMs) => {
    await using it = await providerRig({}, { processes: 1, quantumMs });
    const outcomes = await Promise.all(['a', 'a', 'b', 'a', 'b', 'a'].map((region, i) => use(it, region, `t${i}`)));
    expect(outcomes.map((one) => one.status === 'read' && (one.live as { configured_region: string }))).toMatchObject(
      ['a', 'a', 'b', 'a', 'b', 'a'].map((configured_region) => ({ configured_region })),
    );
    expect(it.count('launched')).toBe(1);
    const before = it.count('configured');
    await it.host.use(NEED, { settings: { a: '2', b: '1' }, region: 'b' }, async () => undefined);
    await it.host.use(NEED, { region: 'b', settings: { b: '1', a: '2' } }, async () => undefined);
    expect(it.count('configured')).toBeLessThanOrEqual(before + 1);
  });

  test('keeps a configuration with work until its time is up', async () => {
    await using it = await providerRig({}, { processes: 1, concurrency: 1, quantumMs: 60_000 });
    const ended: string[] = [];
    let other: Promise<unknown> = Promise.resolve();
    await it.host.use(NEED, { region: 'a' }, async (session) => {
      const reads = ['t1', 't2', 't3', 't4'].map((id) =>
        session.read(thing(id, { on_read: ['slow:20'] })).then(() => ended.push('a')),
      );
      await Promise.race(reads);
      other = use(it, 'b', 't').then(() => ended.push('b'));
      await Promise.all(reads);
    });
    await other;
    expect(ended).toEqual(['a', 'a', 'a', 'a', 'b']);
    expect([it.count('launched'), it.count('configured')]).toEqual([1, 2]);
  });

  test.each([
    [{ region: '' }, 'region must not be empty'],
    [{ region: 'x', token: 'wrong' }, 'token was refused'],
    [{ region: 'x', colour: 'red' }, 'colour is not a setting'],
    [{ region: 'x', settings: [] }, 'settings should be a map'],
  ])('rejects %j with the reason, and takes the next one', async (config, why) => {
    await using it = await providerRig();
    await expect(it.host.use(NEED, config, async () => 'never')).rejects.toMatchObject({
      code: 'provider_configure_failed',
      message: expect.stringContaining(why),
    });
    await expect(it.host.use(NEED, CONFIG, async () => 'works')).resolves.toBe('works');
  });
});

describe('what is begun before it is needed', () => {
  test('uses a prepared process, and prepares it once', async () => {
    await using it = await providerRig();
    const noMore = it.host.prepare(NEED);
    await expect.poll(() => it.count('launched')).toBe(1);
    const outcome = await it.host.use(NEED, CONFIG, (session) => session.read(thing('t')));
    expect(outcome).toMatchObject({ status: 'read' });
    it.host.prepare(NEED)();
    noMore();
    await it.host.use(NEED, CONFIG, async () => undefined);
    expect([it.count('launched'), it.count('ended'), await it.calls('GetProviderSchema')]).toEqual([1, 0, 1]);
  });

  test('ends a prepared process when no use follows', async () => {
    await using it = await providerRig();
    it.host.prepare(NEED)();
    await expect.poll(() => it.count('ended')).toBe(1);
    expect(it.events.at(-1)).toMatchObject({ cause: 'stopped' });
  });

  test('ends a prepared process with the host, and prepares none without room', async () => {
    await using it = await providerRig({}, { processes: 1 });
    await it.host.use(NEED, CONFIG, async () => {
      it.host.prepare({ ...NEED, env: { OTHER: 'environment' } })();
    });
    expect(it.count('launched')).toBe(1);
    const another = it.open({ find: () => Promise.reject(new Error('nowhere')) });
    another.prepare(NEED)();
    await another.close();
    const third = it.open();
    third.prepare(NEED);
    await expect.poll(() => it.count('launched')).toBe(2);
    await third.close();
    expect(it.count('ended')).toBe(1);
  });
});

describe('ending', () => {
  const pidOf = (events: ProviderEvent[]): number => events.find(({ kind }) => kind === 'launched')?.pid ?? 0;

  test('ends every process on close, also in the middle of reads, and twice', async () => {
    await using it = await providerRig({}, { processes: 1 });
    const reading = it.host.use(NEED, CONFIG, (session) => session.read(thing('t', { on_read: ['hang'] })));
    await expect.poll(() => it.calls('ReadResource')).toBe(1);
    // Only now: between its configuration and its read, another session may get the process.
    const waiting = it.host.use(NEED, { region: 'other' }, async () => 'never').catch((error: unknown) => error);
    await Promise.all([it.host.close(), it.host.close()]);
    expect(isAlive(pidOf(it.events))).toBe(false);
    expect(await reading).toMatchObject({ status: 'unreadable', reason: 'provider_error' });
    expect(await waiting).toMatchObject({ code: 'provider_start_failed' });
    await expect(it.host.use(NEED, CONFIG, async () => 'never')).rejects.toThrow('shutting down');
    expect(it.count('launched')).toBe(1);
  });

  test('kills a process that no longer reacts', async () => {
    await using it = await providerRig();
    await it.host.use(NEED, CONFIG, async () => undefined);
    process.kill(pidOf(it.events), 'SIGSTOP');
    await it.host.close();
    expect(it.events.at(-1)).toMatchObject({ kind: 'ended', detail: 'was ended by SIGKILL' });
  });

  test('leaves nothing after a close during a launch', async () => {
    await using it = await providerRig({ handshake: 'silent' });
    const using_ = it.host.use(NEED, CONFIG, async () => 'never').catch((error: unknown) => error);
    await new Promise((next) => setTimeout(next, 200));
    await it.host.close();
    expect(await using_).toMatchObject({ code: 'provider_start_failed' });
  });

  test('stops an idle process, and starts it again when needed', async () => {
    await using it = await providerRig({}, { idleMs: 50 });
    await it.host.use(NEED, CONFIG, async () => undefined);
    await expect.poll(() => it.count('ended')).toBe(1);
    expect(it.events.at(-1)?.detail).toBe('exited with code 0');
    await it.host.use(NEED, CONFIG, async () => undefined);
    expect(it.count('launched')).toBe(2);
  });

  test('cancels pending reads when the use ends', async () => {
    await using it = await providerRig();
    let left: Promise<ReadOutcome> | undefined;
    let kept: ProviderSession | undefined;
    await it.host.use(NEED, CONFIG, async (session) => {
      left = session.read(thing('t', { on_read: ['hang'] }));
      left.catch(() => undefined);
      kept = session;
    });
    await expect(left).rejects.toThrow('after its end');
    await expect(kept?.read(thing('t'))).rejects.toThrow('after its end');
  });
});
