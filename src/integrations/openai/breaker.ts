const FIRST_MS = 5_000;
const MAX_WAIT_MS = 5 * 60_000;
/** Bounds the wait that a service asks for. */
const MAX_ASKED_MS = 3600_000;

/**
 * Keeps a service that is away from costing everybody its timeout: after a failure nobody asks it for a while, which
 * doubles with each further one; then one asks, and the others when that went well.
 */
export function createBreaker(now: () => number, firstMs = FIRST_MS) {
  let failures = 0;
  let until = 0;
  let trying = false;
  return {
    /** Allows a request; false while the service is away, and while another caller probes it. */
    admit(): boolean {
      if (failures === 0) return true;
      if (trying || now() < until) return false;
      trying = true;
      return true;
    },
    /** Milliseconds until asking makes sense again. */
    waitMs: () => (failures === 0 ? 0 : Math.max(0, until - now())),
    succeeded() {
      [failures, trying] = [0, false];
    },
    /** @param askedMs how long the service asks to be left alone */
    failed(askedMs = 0) {
      // Those that were under way together are one failure.
      if (failures === 0 || trying) failures += 1;
      trying = false;
      const own = Math.min(MAX_WAIT_MS, firstMs * 2 ** Math.min(failures - 1, 10));
      until = Math.max(until, now() + Math.max(own, Math.min(askedMs, MAX_ASKED_MS)));
    },
    /** Nothing came of it, neither good nor bad. */
    gaveUp() {
      trying = false;
    },
  };
}
