/** Bytes of states that are held at once; a larger state is held alone. */
export const HELD_BYTES = 8_000_000;

/** Admits work while there is room for it, first come, first served. */
export type Budget = {
  /** Runs `work` when `weight` fits beside running work; more than the capacity runs alone. */
  within<T>(weight: number, work: () => Promise<T>): Promise<T>;
};

/** @param capacity the total weight of work that may run at once */
export function createBudget(capacity: number): Budget {
  let free = capacity;
  const waiting: { weight: number; enter: () => void }[] = [];

  function admit(): void {
    for (let [first] = waiting; first && first.weight <= free; [first] = waiting) {
      waiting.shift();
      free -= first.weight;
      first.enter();
    }
  }

  return {
    async within(wanted, work) {
      const weight = Math.min(wanted, capacity);
      await new Promise<void>((enter) => {
        waiting.push({ weight, enter });
        admit();
      });
      try {
        return await work();
      } finally {
        free += weight;
        admit();
      }
    },
  };
}
