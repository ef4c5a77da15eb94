/** A caller that waits in a window for the answer to its item, until its signal aborts. */
type Waiting<C, A> = { item: string; call: C; give: (answer: A | undefined) => void; signal: AbortSignal };

/** How long after a window another call for its group is likely: reads of one type come in succession. */
const LATELY_MS = 300;

export type CollectOptions<C, A> = {
  /** The window closes at once when it has this many different items. */
  maxItems: number;
  /** How long a window stays open: `quietMs`, or `busyMs` after a recent call, when more are likely. */
  quietMs: number;
  busyMs: number;
  /** Returns answers by item; never rejects. The signal aborts when no caller waits any more. */
  run: (calls: ReadonlyMap<string, C>, signal: AbortSignal) => Promise<ReadonlyMap<string, A>>;
};

/** Collects calls that come within a short time. Undefined means that this call got no answer. */
export type Collect<C, A> = (item: string, call: C, signal: AbortSignal) => Promise<A | undefined>;

export function createCollect<C, A>({ maxItems, quietMs, busyMs, run }: CollectOptions<C, A>): Collect<C, A> {
  let open = new Map<string, Waiting<C, A>[]>();
  let timer: NodeJS.Timeout | undefined;
  let running = 0;
  let closedAt = -Infinity;

  const close = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    closedAt = performance.now();
    // Callers that have aborted need no answer.
    const everybody = [...open.values()].flat().filter(({ signal }) => !signal.aborted);
    open = new Map();
    const calls = new Map(everybody.map(({ item, call }) => [item, call]));
    if (calls.size === 0) return;
    const end = new AbortController();
    const left = (): void => {
      if (everybody.every(({ signal }) => signal.aborted)) end.abort();
    };
    for (const { signal } of everybody) signal.addEventListener('abort', left, { once: true });
    running++;
    const answers = await run(calls, end.signal).finally(() => running--);
    for (const { item, give, signal } of everybody) {
      signal.removeEventListener('abort', left);
      give(answers.get(item));
    }
  };

  return async (item, call, signal) => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<A | undefined>();
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    open.set(item, [...(open.get(item) ?? []), { item, call, give: resolve, signal }]);
    if (open.size >= maxItems) void close();
    else {
      const busy = running > 0 || performance.now() - closedAt < LATELY_MS;
      timer ??= setTimeout(() => void close(), busy ? busyMs : quietMs);
    }
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };
}
