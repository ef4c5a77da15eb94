/** Lets at most `most` works run at once; the others wait in the order they came. */
export function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let free = most;
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
