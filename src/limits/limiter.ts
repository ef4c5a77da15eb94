import { createMemoryStore } from './memory.ts';
import { WINDOW_MS, type Bucket, type Decision } from './types.ts';

/** Logs that several processes share. Every method rejects where the store cannot be reached in time. */
export type SharedStore = {
  kind: 'redis';
  /** As `take` of the limits in memory, over the calls of all processes. */
  take(buckets: readonly Bucket[]): Promise<Decision>;
  ping(): Promise<void>;
};

export type Limiter = {
  /** Decides on a call: it passes where all its buckets have room, and counts against all of them or none. Never rejects. */
  take(buckets: readonly Bucket[]): Promise<Decision>;
  /** Returns the status of the buckets as this process knows it; counts nothing and does not wait. */
  peek(buckets: readonly Bucket[]): Decision;
  /** Whether limits are counted where they should be. `degraded`: the shared store is away, this process counts alone. */
  check(): Promise<{ status: 'ok' | 'degraded'; kind: 'memory' | SharedStore['kind'] }>;
};

export type LimiterOptions = {
  /** Milliseconds of a clock that does not go back. */
  now: () => number;
  windowMs?: number;
  shared?: SharedStore | undefined;
  /** The shared store went away (with the error) or came back (without). For the log. */
  onChange?: (error: unknown) => void;
};

/** How long to wait before the shared store is pinged again after a failure. */
const PING_INTERVAL_MS = 500;

/**
 * Counts in the shared store where there is one. Calls that passed are noted in memory too, so that when the shared
 * store goes away limits go on from what this process has seen, and no call waits or fails for it.
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
