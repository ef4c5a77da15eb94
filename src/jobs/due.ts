import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

/** The longest delay of a message due without a notification: by `startAfter`, by a retry, or because it was lost. */
const CHECK_INTERVAL_MS = 1_000;

/**
 * Wakes the workers of each queue with a due message, with one statement for all queues per check. In pg-boss itself
 * every worker would poll. The error of a failed check goes to `onError`; the next check follows.
 *
 * @param workers the ids of the workers, by queue; read at each check.
 * @returns a function that ends the checks.
 */
export function wakeWhenDue(
  boss: PgBoss,
  workers: ReadonlyMap<string, readonly string[]>,
  onError: (error: unknown) => void,
): () => void {
  const ended = new AbortController();
  const wakeDue = async () => {
    if (workers.size === 0) return;
    const { rows } = await boss.getDb().executeSql(DUE, [[...workers.keys()]]);
    for (const { name } of rows as { name: string }[]) {
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
    }
  };
  void (async () => {
    while (await passed(CHECK_INTERVAL_MS, ended.signal)) {
      await wakeDue().catch((error: unknown) => !ended.signal.aborted && onError(error));
    }
  })();
  return () => ended.abort();
}

/** True after the time, false when `signal` cut it short. */
const passed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { ref: false, signal }).catch(() => false);

// For each queue, one probe of pg-boss's own index for fetching (job_i11).
const DUE = `
  select name from unnest($1::text[]) as queue (name)
  where exists (
    select from pgboss.job
    where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
  )`;
