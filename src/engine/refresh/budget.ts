/** Bytes of states that are held at once; a larger state is held alone. */
export const HELD_BYTES = 8_000_000;

/** Lets work in as long as there is room for it, in the order in which it came. */
export type Budget = {
  /** Runs `work` when `weight` fits beside what runs already; more than there is at all fits when nothing else runs. */
  within<T>(weight: number, work: () => Promise<T>): Promise<T>;
};

/** @param capacity what may be in at once, in whatever `weight` is measured in */
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
