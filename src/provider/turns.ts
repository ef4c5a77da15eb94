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

  /** Lets those in who wait with the current key, as many as fit: up to the first with another key, or past it. */
  const admit = (pastOthers: boolean): void => {
    let index = 0;
    for (;;) {
      const entry = queue[index];
      if (entry === undefined || active >= capacity) return;
      if (entry.key === current) {
        active += 1;
        queue.splice(index, 1);
        entry.begin();
      } else if (pastOthers) index += 1;
      else return;
    }
  };

  const advance = (): void => {
    const idle = active === 0;
    if (idle) current = queue[0]?.key;
    admit(idle);
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
