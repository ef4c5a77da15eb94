import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../../testkit/database.ts';
import type { Store } from '../store/database.ts';
import { createQueue } from './queue.ts';
import type { Queue } from './types.ts';
import { asDatabaseUser } from '../store/scope.ts';

type Jobs = { scan: { n: number } };

describe.each(await databases())('the queue on $kind', ({ open, kind }) => {
  let store: Store;
  let queue: Queue<Jobs>;
  const errors: unknown[] = [];

  const another = (): Queue<Jobs> =>
    createQueue<Jobs>(store.boss, {
      queues: { scan: { retryLimit: 1, retryDelay: 1 } },
      onError: (error) => errors.push(error),
    });
  const send = (n: number, options: { singletonKey?: string; priority?: number } = {}): Promise<string | null> =>
    store.db.transaction().execute((tx) => queue.send('scan', { n }, { db: tx, ...options }));

  beforeEach(async () => {
    errors.length = 0;
    store = await open({ migrated: false });
    await sql`create table rows (n int)`.execute(asDatabaseUser(store.db));
    queue = another();
    await queue.start();
  });
  afterEach(async () => {
    await queue.stop({ graceTimeoutMs: 0 });
    await store.close();
    if (errors.length > 0) throw new AggregateError(errors, 'the queue reported problems');
  });

  test('delivers a message if and only if its transaction commits', async () => {
    const write = (n: number): Promise<void> =>
      store.db.transaction().execute(async (tx) => {
        await sql`insert into rows values (${n})`.execute(asDatabaseUser(tx));
        await queue.send('scan', { n }, { db: tx });
        if (n % 2 === 1) throw new Error('rolled back');
      });
    await Promise.allSettled(Array.from({ length: 10 }, (_, n) => write(n)));
    const { rows } = await sql<{ n: number }>`select n from rows order by n`.execute(asDatabaseUser(store.db));
    expect(rows.map((row) => row.n)).toStrictEqual([0, 2, 4, 6, 8]);
    expect(await queue.depth('scan')).toStrictEqual({ waiting: 5, active: 0, failed: 0 });
    const taken: number[] = [];
    await queue.work('scan', { concurrency: 2 }, ({ n }) => Promise.resolve(void taken.push(n)));
    await expect.poll(() => taken.toSorted((a, b) => a - b)).toStrictEqual([0, 2, 4, 6, 8]);
    await expect.poll(() => queue.depth('scan')).toStrictEqual({ waiting: 0, active: 0, failed: 0 });
  });

  test('drops a second message with the same key while the first waits or runs', async () => {
    expect(await send(1, { singletonKey: 'same' })).toBeTypeOf('string');
    expect(await send(2, { singletonKey: 'same' })).toBeNull();
    expect(await send(3, { singletonKey: 'other' })).toBeTypeOf('string');
    expect(await queue.depth('scan')).toMatchObject({ waiting: 2 });
  });

  const startAnother = async (): Promise<void> => {
    const other = another();
    try {
      await other.start();
    } finally {
      await other.stop({ graceTimeoutMs: 0 });
    }
  };
  /** pg-boss's row of the queue, without its time. */
  const kept = async (): Promise<object> => {
    const row = sql<object>`select to_jsonb(queue) - 'updated_on' as kept from pgboss.queue where name = 'scan'`;
    return (await row.execute(asDatabaseUser(store.db))).rows[0]!;
  };
  const toldAt = async () =>
    (await sql`select updated_on from pgboss.queue where name = 'scan'`.execute(asDatabaseUser(store.db))).rows;

  test('leaves an up-to-date queue alone at start, and updates each other setting', async () => {
    const [before, at] = [await kept(), await toldAt()];
    await startAnother();
    expect([await kept(), await toldAt()]).toStrictEqual([before, at]);
    for (const changed of [
      'retry_limit = 7',
      'retry_delay = 7',
      'retry_backoff = false',
      'retry_delay_max = null',
      'expire_seconds = 7',
      'deletion_seconds = 7',
      'heartbeat_seconds = 77',
      'notify = false',
    ]) {
      await sql`update pgboss.queue set ${sql.raw(changed)} where name = 'scan'`.execute(asDatabaseUser(store.db));
      await startAnother();
      expect([changed, await kept()]).toStrictEqual([changed, before]);
    }
  });

  test('refuses a queue with another policy, and leaves it as it is', async () => {
    await send(1);
    await sql`update pgboss.queue set policy = 'standard' where name = 'scan'`.execute(asDatabaseUser(store.db));
    const before = await kept();
    await expect(startAnother()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^the queue scan of this database has the policy standard, .* "plumbline import"$/,
      ),
    });
    expect(await kept()).toStrictEqual(before);
    expect(await queue.depth('scan')).toMatchObject({ waiting: 1 });
  });

  test('delivers higher priorities first, and equal ones in order', async () => {
    await send(1, { priority: -1 });
    await send(2);
    await send(3, { priority: -1 });
    await send(4);
    const taken: number[] = [];
    await queue.work('scan', {}, ({ n }) => Promise.resolve(void taken.push(n)));
    await expect.poll(() => taken).toStrictEqual([2, 4, 1, 3]);
  });

  test('retries a failed job, and keeps it as failed after the last try', async () => {
    const tries: { attempt: number; last: boolean }[] = [];
    await queue.work('scan', {}, (_, { attempt, last }) => {
      tries.push({ attempt, last });
      return Promise.reject(new Error('always'));
    });
    await send(1);
    await expect.poll(() => queue.depth('scan')).toStrictEqual({ waiting: 0, active: 0, failed: 1 });
    expect(tries).toStrictEqual([
      { attempt: 1, last: false },
      { attempt: 2, last: true },
    ]);
  });

  test('waits for running jobs on stop, and returns those that do not end in time', async () => {
    const seen: string[] = [];
    await queue.work('scan', { concurrency: 2 }, async ({ n }, { signal }) => {
      seen.push(`started ${n}`);
      if (n === 1) await new Promise((resolve) => setTimeout(resolve, 300));
      else await new Promise((resolve) => signal.addEventListener('abort', resolve));
      seen.push(`ended ${n}`);
    });
    await send(1);
    await send(2);
    await expect.poll(() => seen.length, { interval: 5 }).toBe(2);
    // Enough time to store the end of the first on any machine; the second takes all of it.
    await queue.stop({ graceTimeoutMs: 4_000 });
    expect(seen.toSorted()).toStrictEqual(['ended 1', 'ended 2', 'started 1', 'started 2']);
    const { rows } = await sql`select data->'n' as n, state from pgboss.job where name = 'scan' order by 1`.execute(
      asDatabaseUser(store.db),
    );
    expect(rows).toStrictEqual([
      { n: 1, state: 'completed' },
      { n: 2, state: 'retry' },
    ]);
  });

  if (kind === 'embedded')
    test('returns the jobs of a killed process at start, or fails them after the last try', async () => {
      const hold = sql`update pgboss.job set state = 'active', started_on = now() where name = 'scan' and data->>'n' <> '3'`;
      await send(1);
      await send(2);
      await send(3);
      await sql`update pgboss.job set retry_count = retry_limit where data->>'n' = '2'`.execute(
        asDatabaseUser(store.db),
      );
      await hold.execute(asDatabaseUser(store.db));
      await queue.stop({ graceTimeoutMs: 0 });
      queue = another();
      await queue.start();
      expect(await queue.depth('scan')).toStrictEqual({ waiting: 2, active: 0, failed: 1 });
      const attempts: [number, number][] = [];
      await queue.work('scan', {}, ({ n }, { attempt }) => Promise.resolve(void attempts.push([n, attempt])));
      await expect
        .poll(() => attempts.toSorted(([a], [b]) => a - b))
        .toStrictEqual([
          [1, 2],
          [3, 1],
        ]);
    });

  if (kind === 'postgres')
    test('moves a job to another worker when its heartbeat stops', async () => {
      await send(1);
      await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'scan'`.execute(
        asDatabaseUser(store.db),
      );
      const attempts: number[] = [];
      await queue.work('scan', {}, (_, { attempt }) => Promise.resolve(void attempts.push(attempt)));
      await expect.poll(() => attempts, { interval: 100 }).toStrictEqual([2]);
    });

  if (kind === 'postgres')
    test('keeps a long job with its worker', async () => {
      const attempts: number[] = [];
      let done = false;
      await queue.work('scan', {}, async (_, { attempt }) => {
        attempts.push(attempt);
        await new Promise((resolve) => setTimeout(resolve, 16_000));
        done = true;
      });
      await send(1);
      await expect.poll(() => done, { interval: 100 }).toBe(true);
      expect(attempts).toStrictEqual([1]);
    });

  if (kind === 'postgres')
    test('shares jobs between processes that start at once, and runs none twice', async () => {
      const others = [another(), another(), another()];
      await Promise.all(others.map((other) => other.start()));
      const taken: number[] = [];
      for (const each of [queue, ...others])
        await each.work('scan', { concurrency: 2 }, ({ n }) => Promise.resolve(void taken.push(n)));
      for (let n = 0; n < 20; n++) await send(n);
      await expect.poll(() => taken.length).toBe(20);
      expect(new Set(taken).size).toBe(20);
      await Promise.all(others.map((other) => other.stop({ graceTimeoutMs: 1_000 })));
    });
});
