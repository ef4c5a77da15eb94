/** One that waits in a window: for its key, until it has an answer or leaves. */
type Waiting<C, A> = { item: string; call: C; give: (answer: A | undefined) => void; signal: AbortSignal };

export type CollectOptions<C, A> = {
  /** With so many different items the window closes at once. */
  most: number;
  /** How long it stays open: when nothing of the kind is under way, and when something is, which means that more are coming. */
  quietMs: number;
  busyMs: number;
  /** Answers by item; never rejects. The signal says that nobody waits any more. */
  run: (calls: ReadonlyMap<string, C>, signal: AbortSignal) => Promise<ReadonlyMap<string, A>>;
};

/** Gathers calls that come within a short time: undefined means that there was no answer for this one. */
export type Collect<C, A> = (item: string, call: C, signal: AbortSignal) => Promise<A | undefined>;

export function createCollect<C, A>({ most, quietMs, busyMs, run }: CollectOptions<C, A>): Collect<C, A> {
  let open = new Map<string, Waiting<C, A>[]>();
  let timer: NodeJS.Timeout | undefined;
  let running = 0;

  const close = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const closed = open;
    open = new Map();
    const calls = new Map([...closed].flatMap(([item, [first]]) => (first ? [[item, first.call] as const] : [])));
    if (calls.size === 0) return;
    const everybody = [...closed.values()].flat();
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
    if (open.size >= most) void close();
    else timer ??= setTimeout(() => void close(), running > 0 ? busyMs : quietMs);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };
}
