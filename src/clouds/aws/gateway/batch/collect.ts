/** One that waits in a window: for its key, until it has an answer or leaves. */
type Waiting<C, A> = { item: string; call: C; give: (answer: A | undefined) => void; signal: AbortSignal };

/** Reads of one type come one after another: after a window of its kind another one is likely for so long. */
const LATELY_MS = 300;

export type CollectOptions<C, A> = {
  /** With so many different items the window closes at once. */
  maxItems: number;
  /** How long it stays open: when nothing of the kind came lately, and when something did, which means that more is coming. */
  quietMs: number;
  busyMs: number;
  /** Answers by item; never rejects. The signal says that nobody waits any more. */
  run: (calls: ReadonlyMap<string, C>, signal: AbortSignal) => Promise<ReadonlyMap<string, A>>;
};

/** Gathers calls that come within a short time: undefined means that there was no answer for this one. */
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
    // Whoever left meanwhile wants no answer any more.
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
