/**
 * The failure of a request: with `before` it had no effect; with `after` it took effect, but the response is lost.
 * `silent` keeps the connection open without a response.
 */
export type Failure = {
  /** A prefix of `METHOD /v1/path`. */
  request: string;
  how:
    | { status: number; when: 'before' | 'after' }
    | { cut: 'before' | 'after' }
    | { silent: true }
    | { delayMs: number }
    | { body: string }
    /** Delays the response after the request took effect. */
    | { hold: () => Promise<void> };
  /** The number of requests that fail; default all from now on. */
  times?: number;
};

/** A list of planned failures. Each request takes the first match. */
export function plannedFailures() {
  let planned: (Failure & { left: number })[] = [];
  return {
    plan: (failure: Failure) => void planned.push({ ...failure, left: failure.times ?? Infinity }),
    clear: () => void (planned = []),
    take(request: string): Failure['how'] | undefined {
      const found = planned.find((failure) => failure.left > 0 && request.startsWith(failure.request));
      if (found) found.left -= 1;
      return found?.how;
    },
  };
}
