/**
 * Lets work run concurrently as far as its weights fit into `capacity`; the rest waits in order of arrival. The default
 * weight is 1; work heavier than the whole capacity runs alone.
 */
export function createSemaphore(capacity: number) {
  let free = capacity;
  const waiting: { weight: number; begin: () => void }[] = [];

  function admit(): void {
    for (let [first] = waiting; first && first.weight <= free; [first] = waiting) {
      waiting.shift();
      free -= first.weight;
      first.begin();
    }
  }

  /** Resolves with the function that releases the capacity; undefined where `signal` ended the wait. */
  function acquire(signal?: AbortSignal, wanted = 1): Promise<(() => void) | undefined> {
    if (signal?.aborted) return Promise.resolve(undefined);
    const weight = Math.min(wanted, capacity);
    const release = (): void => {
      free += weight;
      admit();
    };
    return new Promise((resolve) => {
      const entry = { weight, begin };
      function begin(): void {
        signal?.removeEventListener('abort', leave);
        resolve(release);
      }
      function leave(): void {
        waiting.splice(waiting.indexOf(entry), 1);
        resolve(undefined);
        admit();
      }
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      admit();
    });
  }

  return {
    acquire,
    async run<T>(work: () => Promise<T>, weight?: number): Promise<T> {
      const release = await acquire(undefined, weight);
      try {
        return await work();
      } finally {
        release?.();
      }
    },
  };
}
