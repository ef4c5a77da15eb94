const FIRST_MS = 5_000;
const MAX_WAIT_MS = 5 * 60_000;
/** Bounds the wait that a service asks for. */
const MAX_ASKED_MS = 3600_000;

/**
 * A circuit breaker, so that an unavailable service does not cost every caller a timeout. After a failure no request
 * passes for a while, which doubles with each further failure; then one request probes the service, and its success
 * admits the others.
 */
export function createBreaker(now: () => number, firstMs = FIRST_MS) {
  let failures = 0;
  let until = 0;
  let trying = false;
  return {
    /** Whether a request may be sent: false while the service is away, and while another request probes it. */
    admit(): boolean {
      if (failures === 0) return true;
      if (trying || now() < until) return false;
      trying = true;
      return true;
    },
    /** Milliseconds until a request may be sent again. */
    waitMs: () => (failures === 0 ? 0 : Math.max(0, until - now())),
    succeeded() {
      [failures, trying] = [0, false];
    },
    /** @param askedMs the wait that the service asks for */
    failed(askedMs = 0) {
      // Concurrent failures count as one.
      if (failures === 0 || trying) failures += 1;
      trying = false;
      const own = Math.min(MAX_WAIT_MS, firstMs * 2 ** Math.min(failures - 1, 10));
      until = Math.max(until, now() + Math.max(own, Math.min(askedMs, MAX_ASKED_MS)));
    },
    /** The request says nothing about the service. */
    gaveUp() {
      trying = false;
    },
  };
}
