/** Lets at most `slots` callers work at once; the others wait in the order in which they came. */
export function createSemaphore(slots: number) {
  let free = slots;
  const waiting: (() => void)[] = [];

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  /** Resolves with the function that gives the slot back; undefined where `signal` ended the wait. */
  function acquire(signal?: AbortSignal): Promise<(() => void) | undefined> {
    if (signal?.aborted) return Promise.resolve(undefined);
    if (free > 0) {
      free -= 1;
      return Promise.resolve(release);
    }
    return new Promise((resolve) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve(release);
      };
      function leave(): void {
        waiting.splice(waiting.indexOf(begin), 1);
        resolve(undefined);
      }
      waiting.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    acquire,
    async run<T>(work: () => Promise<T>): Promise<T> {
      await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
