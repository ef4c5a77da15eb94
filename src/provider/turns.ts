/** Lets work with equal keys run side by side and work with different keys in turn. */
export type Turns = {
  /**
   * Runs `work` when it is `key`'s turn. Rejects with the signal's reason when that comes first; work that has begun is
   * not interrupted. Work must not wait for work under another key: that would wait for ever.
   */
  run<T>(key: unknown, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

type Waiting = { key: unknown; begin: () => void };

/**
 * Turns, at most `capacity` pieces of work at once. Nobody starves: as soon as another key waits, newcomers queue up
 * behind it. When the key changes, all that wait with the new one go along, for changing may be dear.
 */
export function createTurns(capacity: number = Number.POSITIVE_INFINITY): Turns {
  const queue: Waiting[] = [];
  let current: unknown;
  let active = 0;

  /** Lets as many as fit in, of those who wait with the current key, wherever they stand. */
  const admit = (candidates: Waiting[]): void => {
    for (const entry of candidates.filter(({ key }) => key === current).slice(0, capacity - active)) {
      active += 1;
      queue.splice(queue.indexOf(entry), 1);
      entry.begin();
    }
  };

  const advance = (): void => {
    const [head] = queue;
    if (head === undefined) return;
    if (active === 0) {
      current = head.key;
      admit(queue);
    } else {
      const foreign = queue.findIndex(({ key }) => key !== current);
      admit(foreign < 0 ? queue : queue.slice(0, foreign));
    }
  };

  const enter = (key: unknown, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((begin, refuse) => {
      if (signal?.aborted) return refuse(signal.reason as Error);
      const leave = (): void => {
        queue.splice(queue.indexOf(entry), 1);
        refuse(signal?.reason as Error);
        advance();
      };
      const entry: Waiting = {
        key,
        begin: () => {
          signal?.removeEventListener('abort', leave);
          begin();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(entry);
      advance();
    });

  return {
    run: async (key, work, signal) => {
      await enter(key, signal);
      try {
        return await work();
      } finally {
        active -= 1;
        advance();
      }
    },
  };
}
