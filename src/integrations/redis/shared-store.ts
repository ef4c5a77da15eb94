import { Redis } from 'ioredis';
import type { SharedStore } from '../../limits/limiter.ts';
import { WINDOW_MS, type Bucket, type Decision } from '../../limits/types.ts';
import { TAKE_SCRIPT } from './take-script.ts';

/** Longer than Redis ever needs: a slower call counts as failed, and the caller goes on without Redis. */
const COMMAND_MS = 1000;
/** How long a connection may be silent while a reply is due, before it is replaced. */
const SILENT_MS = 5000;
const PREFIX = 'plumbline:limit:';
const PROBE: Bucket = { name: 'address', id: 'probe', limit: 1 };

type WithScript = Redis & { take(keys: number, ...args: (string | number)[]): Promise<number[]> };

/**
 * Rate limits that all processes with the same Redis share: one round trip a call. Never waits for a connection: while
 * there is none every method rejects, and reconnecting goes on in the background until `close`.
 * @param url `redis:` or `rediss:`, with user and password where needed
 */
export function openSharedStore({
  url,
  windowMs = WINDOW_MS,
}: {
  url: string;
  windowMs?: number;
}): SharedStore & { connect(): Promise<void>; close(): void } {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_MS,
    connectTimeout: COMMAND_MS,
    socketTimeout: SILENT_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1000),
    // The primary became a replica: the address now leads to another server.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  redis.defineCommand('take', { lua: TAKE_SCRIPT });
  // The reason of a missing connection, which a command's own error lacks.
  let lastError: Error | undefined;
  redis.on('error', (error) => (lastError = error));
  redis.on('ready', () => (lastError = undefined));

  async function take(buckets: readonly Bucket[]): Promise<Decision> {
    const keys = buckets.map(({ id }) => PREFIX + id);
    const limits = buckets.map(({ limit }) => limit);
    const [admitted, ...counts] = await (redis as WithScript)
      .take(keys.length, ...keys, windowMs * 1000, ...limits)
      .catch((error: unknown) => {
        throw lastError ?? error;
      });
    const statuses = buckets.map(({ name, limit }, i) => ({
      name,
      limit,
      remaining: Math.max(0, limit - (counts[2 * i] ?? 0)),
      resetMs: (counts[2 * i + 1] ?? 0) / 1000,
    }));
    return { admitted: admitted === 1, statuses };
  }

  return {
    kind: 'redis',
    take,
    // Uses the same path as a call, so that it fails where calls would.
    ping: async () => void (await take([PROBE])),
    connect: () => redis.connect(),
    close: () => redis.disconnect(),
  };
}
