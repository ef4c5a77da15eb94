const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** How long after a failed try the next one is made: eight tries over a day. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 8 * HOUR, 10 * HOUR];
/** A receiver that fails for everybody at once is not asked by everybody at once again. */
const JITTER = 0.1;
/** However long it says. */
const LONGEST_ASKED = 12 * HOUR;

/** A webhook of which no message has arrived for so long is disabled with the next one that is given up. */
export const PATIENCE_MS = 3 * 24 * HOUR;

/**
 * When the next try is to be made after that many have failed; undefined where there is none.
 * @param asked milliseconds that the receiver asks for
 * @param random from 0 to 1
 */
export function nextTry(attempts: number, now: Date, asked: number | null, random = Math.random()): Date | undefined {
  const wait = WAITS[attempts - 1];
  if (wait === undefined) return undefined;
  const own = wait * (1 + JITTER * (2 * random - 1));
  return new Date(now.getTime() + Math.max(own, Math.min(asked ?? 0, LONGEST_ASKED)));
}
