import type { Logger } from 'pino';
import { messageOf } from '../base/errors.ts';
import { createMetrics, type Metrics } from '../integrations/prometheus/metrics.ts';
import { createLimiter, type Limiter } from '../limits/limiter.ts';
import type { Config } from './config/config.ts';
import { version } from './version.ts';

export type { Metrics } from '../integrations/prometheus/metrics.ts';

/** The metrics of this process, until `close`. */
export const composeMetrics = (): Metrics => createMetrics({ version: version() });

/**
 * The configured rate limiter: it counts in Redis if one is set, else in this process. Waits for Redis no longer than
 * one connection attempt takes; an unavailable one is reconnected in the background.
 */
export async function composeLimiter(
  config: Config,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'limiterDegraded'> },
): Promise<{ limiter: Limiter; close(): void }> {
  const now = () => performance.now();
  if (config.redisUrl === undefined) return { limiter: createLimiter({ now }), close: () => undefined };
  // Loaded when needed: most servers count by themselves.
  const { openSharedStore } = await import('../integrations/redis/shared-store.ts');
  const shared = openSharedStore({ url: config.redisUrl });
  const limiter = createLimiter({
    now,
    shared,
    onChange(error) {
      metrics.limiterDegraded(error !== undefined);
      // Only the message: the error itself may contain the failed command, which may contain the password.
      if (error === undefined) log.info('Redis answers again; limits are shared with other instances');
      else log.warn({ reason: messageOf(error) }, 'Redis is away; limits are counted by this instance alone');
    },
  });
  await shared.connect().catch(() => limiter.check());
  return { limiter, close: () => shared.close() };
}
