import { randomUUID } from 'node:crypto';
import type { PgBoss, QueueResult } from 'pg-boss';
import { AppError } from '../base/errors.ts';
import type { QueueSettings } from './types.ts';

/** How long finished jobs, failed ones too, are kept for inspection. */
const KEEP_SECONDS = 30 * 24 * 3600;
/** Drops a second message with the same key. pg-boss sets the policy when it creates a queue, and never changes it. */
const POLICY = 'exclusive';

/**
 * Creates missing queues, and updates the settings of the others. Throws `conflict` for a queue with another policy: it
 * might not drop duplicates, and recreating it would delete its waiting messages.
 *
 * @param heartbeatSeconds how long a worker may be silent before it counts as dead; null for no limit.
 */
export async function declareQueues(
  boss: PgBoss,
  queues: Record<string, QueueSettings>,
  heartbeatSeconds: number | null,
): Promise<void> {
  const declared = new Map((await boss.getQueues(Object.keys(queues))).map((queue) => [queue.name, queue]));
  for (const [name, settings] of Object.entries(queues)) {
    const queue = declared.get(name);
    if (queue && queue.policy !== POLICY)
      throw new AppError(
        'conflict',
        `the queue ${name} of this database has the policy ${queue.policy}, and this Plumbline needs ${POLICY}: start the version that made it, or stop all and move to an empty database with "plumbline export" and "plumbline import"`,
      );
    const options = { ...queueOptions(settings), heartbeatSeconds };
    // Each queue takes three statements: most starts find queues that need no change, and pg-boss has just read them all.
    if (isDeclared(queue, options)) continue;
    await boss.createQueue(name, { policy: POLICY });
    await boss.updateQueue(name, options);
    // pg-boss reads a queue's settings at its first use, on its own connection. If that were a `send` inside a
    // transaction, on the one session of the embedded database, it would wait for itself.
    await boss.findJobs(name, { id: randomUUID() });
  }
}

function queueOptions({ retryLimit = 5, retryDelay = 1, expireInSeconds = 6 * 3600 }: QueueSettings) {
  const retries = { retryLimit, retryDelay, retryBackoff: true, retryDelayMax: 300 };
  return { ...retries, expireInSeconds, deleteAfterSeconds: KEEP_SECONDS, notify: true };
}

/** Whether a queue exists with these settings. */
function isDeclared(queue: QueueResult | undefined, wanted: object): boolean {
  return (
    queue !== undefined &&
    Object.entries(wanted).every(([setting, value]) => queue[setting as keyof QueueResult] === value)
  );
}
