import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONFIG, NEED, providerRig, thing } from '../../../testkit/provider-rig.ts';
import { messageOf } from '../../base/errors.ts';
import { createProgress } from '../../clouds/aws/gateway/sessions/progress.ts';
import { createPatience, GivenUp, PATIENCE } from './patience.ts';

const never = new Promise<never>(() => undefined);

describe('a scan waits', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A patience after a first answer, and the result of a read without one. */
  async function withOneLeft({
    early,
    ...calls
  }: { moves?: () => number; isAsking?: () => boolean; early?: () => string | undefined } = {}) {
    const patience = createPatience(PATIENCE);
    await patience.wait({ answer: Promise.resolve('first') });
    const outcome: unknown[] = [];
    const since = Date.now();
    const record = (what: unknown) => void outcome.push(what, Date.now() - since);
    const progress = { moves: () => 0, isAsking: () => false, ...calls };
    patience.wait<string>({ answer: never, progress, early }).then(record, record);
    return { patience, outcome };
  }

  test('waits four seconds for the last read, and gives it up', async () => {
    const { outcome } = await withOneLeft();
    await vi.advanceTimersByTimeAsync(3_900);
    expect(outcome).toEqual([]);
    await vi.advanceTimersByTimeAsync(600);
    expect(outcome).toEqual([expect.any(GivenUp), 4_250]);
  });

  test('waits four seconds for the cloud, and says that the cloud has not answered', async () => {
    const { outcome } = await withOneLeft({ isAsking: () => true });
    await vi.advanceTimersByTimeAsync(4_500);
    expect(messageOf(outcome[0])).toBe(
      'The cloud has not answered yet: not within 4 s, and nothing else was left to wait for. The next analysis asks again.',
    );
  });

  test('waits for a late read as long as others are answered', async () => {
    const { patience, outcome } = await withOneLeft();
    for (let i = 0; i < 100; i += 1) {
      await vi.advanceTimersByTimeAsync(3_000);
      await patience.wait({ answer: Promise.resolve() });
    }
    expect(outcome).toEqual([]);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(outcome).toEqual([expect.any(GivenUp), expect.any(Number)]);
  });

  test('waits for a read whose own calls go on', async () => {
    let moves = 0;
    const { outcome } = await withOneLeft({ moves: () => (moves += 1) });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(outcome).toEqual([]);
  });

  test('waits longer where calls are not seen, and where nothing was answered', async () => {
    const patience = createPatience(PATIENCE);
    const outcome: string[] = [];
    const record = (late: unknown) => void outcome.push(messageOf(late));
    patience.wait({ answer: never, progress: createProgress() }).catch(record);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(outcome).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    await patience.wait({ answer: Promise.resolve() });
    patience.wait({ answer: never }).catch(record);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(outcome).toEqual([expect.stringContaining('no answer within 60 s')]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(outcome[1]).toContain('no answer within 30 s');
  });

  test('stops waiting for an early result', async () => {
    const { outcome } = await withOneLeft({ moves: () => Math.random(), early: () => 'gone' });
    await vi.advanceTimersByTimeAsync(5_250);
    expect(outcome).toEqual(['gone', 5_000]);
  });
});

test('reads on beside a hanging read, and gives it up', async () => {
  const patience = { ...PATIENCE, unseenStillMs: 1_000 };
  await using it = await providerRig({}, { patience });
  const since = performance.now();
  const outcomes = await it.host.use(NEED, CONFIG, (session) =>
    Promise.all([
      session.read(thing('hanging', { on_read: ['hang'] })),
      ...Array.from({ length: 50 }, (_, i) => session.read(thing(`t${i}`))),
    ]),
  );
  expect(outcomes[0]).toMatchObject({
    status: 'unreadable',
    reason: 'timeout',
    detail: expect.stringContaining('nothing else was left to wait for'),
  });
  expect(outcomes.slice(1).every(({ status }) => status === 'read')).toBe(true);
  expect(performance.now() - since).toBeLessThan(20_000);
});
