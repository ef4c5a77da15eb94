import type { Logger } from 'pino';
import { messageOf } from '../base/errors.ts';
import { createMetrics, type Metrics } from '../integrations/prometheus/metrics.ts';
import { createLimiter, type Limiter } from '../limits/limiter.ts';
import type { Config } from './config/config.ts';
import { version } from './version.ts';

export type { Metrics } from '../integrations/prometheus/metrics.ts';

/** What this process counts and measures, until `close`. */
export const composeMetrics = (): Metrics => createMetrics({ version: version() });

/**
 * The rate limiter that the settings want: counting in Redis where there is one, else in this process. Waits for Redis
 * at most as long as one attempt to connect takes; one that is away is waited for in the background.
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
      // Only the text: the error itself may carry the command that failed, and that the password.
      if (error === undefined) log.info('Redis answers again; limits are shared with other instances');
      else log.warn({ reason: messageOf(error) }, 'Redis is away; limits are counted by this instance alone');
    },
  });
  await shared.connect().catch(() => limiter.check());
  return { limiter, close: () => shared.close() };
}
