import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

/** How late a message may start that came due by itself: by `startAfter`, by a retry, or because nobody was told of it. */
const LOOK_MS = 1_000;

/**
 * Wakes the workers of each queue in which a message is due, with one statement for all queues a look. Were it left to
 * pg-boss, every worker would ask for itself. A look that fails goes to `onError`; the next one follows.
 *
 * @param workers the ids of the workers, by queue; read at each look.
 * @returns what ends the looking.
 */
export function wakeWhenDue(
  boss: PgBoss,
  workers: ReadonlyMap<string, readonly string[]>,
  onError: (error: unknown) => void,
): () => void {
  const ended = new AbortController();
  const look = async () => {
    if (workers.size === 0) return;
    const { rows } = await boss.getDb().executeSql(DUE, [[...workers.keys()]]);
    for (const { name } of rows as { name: string }[]) {
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
    }
  };
  void (async () => {
    while (await passed(LOOK_MS, ended.signal)) {
      await look().catch((error: unknown) => !ended.signal.aborted && onError(error));
    }
  })();
  return () => ended.abort();
}

/** True once the time is over, false when it was cut short. */
const passed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { ref: false, signal }).catch(() => false);

// Each queue is one probe of pg-boss's own index for fetching (job_i11).
const DUE = `
  select name from unnest($1::text[]) as queue (name)
  where exists (
    select from pgboss.job
    where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
  )`;
