/**
 * How requests go wrong: `before` nothing was done, `after` all was done and the answer is lost. `silent` keeps the
 * connection open without a word.
 */
export type Failure = {
  /** `METHOD /v1/path` begins with it. */
  request: string;
  how:
    | { status: number; when: 'before' | 'after' }
    | { cut: 'before' | 'after' }
    | { silent: true }
    | { delayMs: number }
    | { body: string }
    /** Keeps the answer back, after it was made. */
    | { hold: () => Promise<void> };
  /** The number of requests; default all from now on. */
  times?: number;
};

/** The failures that are planned; each request takes the first that fits. */
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
