import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONFIG, NEED, providerRig, thing } from '../../../testkit/provider-rig.ts';
import { messageOf } from '../../base/errors.ts';
import { createProgress } from '../../gateway/sessions/progress.ts';
import { createPatience, GivenUp, PATIENCE } from './patience.ts';

const never = new Promise<never>(() => undefined);

describe('a scan waits', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A patience that has had an answer, and what became of a read that gets none. */
  async function withOneLeft({
    known,
    ...calls
  }: { moves?: () => number; isAsking?: () => boolean; known?: () => string | undefined } = {}) {
    const patience = createPatience(PATIENCE);
    await patience.wait({ answer: Promise.resolve('first') });
    const told: unknown[] = [];
    const since = Date.now();
    const tell = (what: unknown) => void told.push(what, Date.now() - since);
    const progress = { moves: () => 0, isAsking: () => false, ...calls };
    patience.wait<string>({ answer: never, progress, known }).then(tell, tell);
    return { patience, told };
  }

  test('waits four seconds for the last read, and gives it up', async () => {
    const { told } = await withOneLeft();
    await vi.advanceTimersByTimeAsync(3_900);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(600);
    expect(told).toEqual([expect.any(GivenUp), 4_250]);
  });

  test('waits four seconds for the cloud, and says that the cloud has not answered', async () => {
    const { told } = await withOneLeft({ isAsking: () => true });
    await vi.advanceTimersByTimeAsync(4_500);
    expect(messageOf(told[0])).toBe(
      'The cloud has not answered yet: not within 4 s, and nothing else was left to wait for. The next analysis asks again.',
    );
  });

  test('waits for a late read as long as others are answered', async () => {
    const { patience, told } = await withOneLeft();
    for (let i = 0; i < 100; i += 1) {
      await vi.advanceTimersByTimeAsync(3_000);
      await patience.wait({ answer: Promise.resolve() });
    }
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(told).toEqual([expect.any(GivenUp), expect.any(Number)]);
  });

  test('waits for a read whose own calls go on', async () => {
    let moves = 0;
    const { told } = await withOneLeft({ moves: () => (moves += 1) });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(told).toEqual([]);
  });

  test('waits longer where calls are not seen, and where nothing was answered', async () => {
    const patience = createPatience(PATIENCE);
    const told: string[] = [];
    const tell = (late: unknown) => void told.push(messageOf(late));
    patience.wait({ answer: never, progress: createProgress() }).catch(tell);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    await patience.wait({ answer: Promise.resolve() });
    patience.wait({ answer: never }).catch(tell);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(told).toEqual([expect.stringContaining('no answer within 60 s')]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told[1]).toContain('no answer within 30 s');
  });

  test('stops waiting for what is known already', async () => {
    const { told } = await withOneLeft({ moves: () => Math.random(), known: () => 'gone' });
    await vi.advanceTimersByTimeAsync(5_250);
    expect(told).toEqual(['gone', 5_000]);
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
