import type { Logger } from 'pino';

type Options = {
  /** Delay before the first run; without it the first run begins at once. */
  firstAfterMs?: number;
  /** Logs a lasting failure only once, so that it does not fill the log. */
  warnOnce?: boolean;
};

export type Background = ReturnType<typeof createBackground>;

/** Runs repeated tasks of a server until `stop`. */
export function createBackground(log: Logger) {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  return {
    /**
     * Runs a task periodically, never twice at a time, and resolves when the first run has ended. A failure is logged,
     * and the next run tries again.
     */
    async every(
      ms: number,
      problem: string,
      run: (signal: AbortSignal) => Promise<unknown>,
      { firstAfterMs = 0, warnOnce = false }: Options = {},
    ): Promise<void> {
      let current: Promise<void> | undefined;
      let failed = false;
      const attempt = async (): Promise<void> => {
        try {
          await run(stopping.signal);
          failed = false;
        } catch (error) {
          if (stopping.signal.aborted) return;
          log[failed && warnOnce ? 'debug' : 'warn']({ err: error }, problem);
          failed = true;
        }
      };
      const begin = (): Promise<void> => {
        if (current || stopping.signal.aborted) return current ?? Promise.resolve();
        const begun = attempt().finally(() => {
          running.delete(begun);
          current = undefined;
        });
        running.add(begun);
        return (current = begun);
      };
      timers.add(setInterval(() => void begin(), ms).unref());
      if (firstAfterMs === 0) await begin();
      else timers.add(setTimeout(() => void begin(), firstAfterMs).unref());
    },
    async stop(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      stopping.abort();
      await Promise.all(running);
    },
  };
}
