/** A request under way, and how many wait for it. */
type PendingRequest<T> = {
  answer: Promise<T>;
  askedAt: number;
  waiting: number;
  end: AbortController;
  settled: boolean;
};

export type Coalescer<T> = {
  /**
   * What `ask` gives, or what a request for the same `key` gives that is under way and began at `notBefore` or later. Rejects with
   * the signal's reason when this one does not want it any more; `ask` is told to end once nobody does.
   */
  join(
    key: string,
    notBefore: number,
    signal: AbortSignal,
    ask: (signal: AbortSignal, askedAt: number) => Promise<T>,
  ): Promise<{ answer: T; askedAt: number; shared: boolean }>;
};

/** Equal requests at one time are one request. */
export function createCoalescer<T>(now: () => number): Coalescer<T> {
  const flights = new Map<string, PendingRequest<T>>();

  const begin = (key: string, ask: (signal: AbortSignal, askedAt: number) => Promise<T>): PendingRequest<T> => {
    const end = new AbortController();
    const askedAt = now();
    const flight: PendingRequest<T> = { answer: ask(end.signal, askedAt), askedAt, waiting: 0, end, settled: false };
    flights.set(key, flight);
    const gone = (): void => {
      flight.settled = true;
      if (flights.get(key) === flight) flights.delete(key);
    };
    flight.answer.then(gone, gone);
    return flight;
  };

  return {
    join: async (key, notBefore, signal, ask) => {
      signal.throwIfAborted();
      const had = flights.get(key);
      const shared = had !== undefined && had.askedAt >= notBefore && !had.end.signal.aborted;
      const flight = shared ? had : begin(key, ask);
      flight.waiting += 1;
      const { promise: left, reject } = Promise.withResolvers<never>();
      const leave = (): void => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      try {
        return { answer: await Promise.race([flight.answer, left]), askedAt: flight.askedAt, shared };
      } finally {
        signal.removeEventListener('abort', leave);
        flight.waiting -= 1;
        // An answer that is there may still be read by the one that has it.
        if (flight.waiting === 0 && !flight.settled) flight.end.abort(signal.reason);
      }
    },
  };
}
