/** A pending request, and the number of callers that wait for it. */
type PendingRequest<T> = {
  answer: Promise<T>;
  askedAt: number;
  waiting: number;
  end: AbortController;
  settled: boolean;
};

export type Coalescer<T> = {
  /**
   * Returns the result of `ask`, or of a pending request for the same `key` that began at `notBefore` or later. Rejects
   * with the signal's reason when this caller aborts; `ask` is aborted once all callers have.
   */
  join(
    key: string,
    notBefore: number,
    signal: AbortSignal,
    ask: (signal: AbortSignal, askedAt: number) => Promise<T>,
  ): Promise<{ answer: T; askedAt: number; shared: boolean }>;
};

/** Joins equal concurrent requests into one. */
export function createCoalescer<T>(now: () => number): Coalescer<T> {
  const pending = new Map<string, PendingRequest<T>>();

  const begin = (key: string, ask: (signal: AbortSignal, askedAt: number) => Promise<T>): PendingRequest<T> => {
    const end = new AbortController();
    const askedAt = now();
    const request: PendingRequest<T> = { answer: ask(end.signal, askedAt), askedAt, waiting: 0, end, settled: false };
    pending.set(key, request);
    const gone = (): void => {
      request.settled = true;
      if (pending.get(key) === request) pending.delete(key);
    };
    request.answer.then(gone, gone);
    return request;
  };

  return {
    join: async (key, notBefore, signal, ask) => {
      signal.throwIfAborted();
      const current = pending.get(key);
      const shared = current !== undefined && current.askedAt >= notBefore && !current.end.signal.aborted;
      const request = shared ? current : begin(key, ask);
      request.waiting += 1;
      const { promise: left, reject } = Promise.withResolvers<never>();
      const leave = (): void => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      try {
        return { answer: await Promise.race([request.answer, left]), askedAt: request.askedAt, shared };
      } finally {
        signal.removeEventListener('abort', leave);
        request.waiting -= 1;
        // The caller that has an answer may still be reading its body.
        if (request.waiting === 0 && !request.settled) request.end.abort(signal.reason);
      }
    },
  };
}
