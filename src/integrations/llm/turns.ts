/**
 * Lets so many at once have a turn; the others wait for one, in their order, as long as `signal` lets them. A turn that was
 * given is ended by calling it; undefined where the wait was ended.
 */
export function createTurns(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
  return (signal: AbortSignal): Promise<(() => void) | undefined> => {
    if (signal.aborted) return Promise.resolve(undefined);
    if (free > 0) {
      free -= 1;
      return Promise.resolve(end);
    }
    return new Promise((resolve) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve(end);
      };
      function leave(): void {
        waiting.splice(waiting.indexOf(begin), 1);
        resolve(undefined);
      }
      waiting.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  };
}
