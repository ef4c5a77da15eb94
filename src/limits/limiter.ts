import { createMemoryStore } from './memory.ts';
import { WINDOW_MS, type Bucket, type Decision } from './types.ts';

/** Logs of calls that several processes share. Every method rejects where the store cannot be reached in time. */
export type SharedStore = {
  kind: 'redis';
  /** Like `take` of the memory store, for the calls of all processes. */
  take(buckets: readonly Bucket[]): Promise<Decision>;
  ping(): Promise<void>;
};

export type Limiter = {
  /** Decides on a call: it passes if all its buckets have room, and counts in all of them or none. Never rejects. */
  take(buckets: readonly Bucket[]): Promise<Decision>;
  /** The status of the buckets in this process; counts nothing and does not wait. */
  peek(buckets: readonly Bucket[]): Decision;
  /** Where limits are counted. `degraded`: the shared store is unavailable, so this process counts alone. */
  check(): Promise<{ status: 'ok' | 'degraded'; kind: 'memory' | SharedStore['kind'] }>;
};

export type LimiterOptions = {
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  windowMs?: number;
  shared?: SharedStore | undefined;
  /** The shared store became unavailable (with the error) or available again (without). For the log. */
  onChange?: (error: unknown) => void;
};

/** The interval of pings to an unavailable shared store. */
const PING_INTERVAL_MS = 500;

/**
 * Counts in the shared store, if there is one. Calls that passed are also counted in memory, so that when the shared
 * store fails, limits continue from this process's own calls, and no call waits or fails.
 */
export function createLimiter({ now, windowMs = WINDOW_MS, shared, onChange }: LimiterOptions): Limiter {
  const memory = createMemoryStore({ now, windowMs });
  let away = false;
  let askAt = 0;

  function note(error?: unknown): void {
    const changed = away !== (error !== undefined);
    away = error !== undefined;
    askAt = now() + PING_INTERVAL_MS;
    if (changed) onChange?.(error);
  }

  async function ask(shared: SharedStore): Promise<void> {
    askAt = Infinity;
    await shared.ping().then(() => note(), note);
  }

  return {
    async take(buckets) {
      if (!shared) return memory.take(buckets);
      if (away) {
        if (now() >= askAt) void ask(shared);
        return memory.take(buckets);
      }
      try {
        const decision = await shared.take(buckets);
        if (decision.admitted) memory.record(buckets);
        return decision;
      } catch (error) {
        note(error);
        return memory.take(buckets);
      }
    },
    peek: (buckets) => memory.peek(buckets),
    async check() {
      if (!shared) return { status: 'ok', kind: 'memory' };
      await ask(shared);
      return { status: away ? 'degraded' : 'ok', kind: shared.kind };
    },
  };
}
