/** A value that expires, and is renewed before it does. */
export type Renewing<T> = {
  /**
   * Returns the current value, or a new one where the current one is about to expire or is `refused`; a value that AWS
   * refused is not returned again. Rejects with the error of the renewal, unless the current value is still valid.
   */
  get(refused?: (current: T) => boolean): Promise<T>;
};

/** The time before expiry, as in AWS's own tools; a shorter-lived value is renewed after half its life. */
const AHEAD_MS = 5 * 60_000;
/** The pause after a failed renewal while the old value is valid. */
const AGAIN_MS = 30_000;

/** Keeps the value of `make` and renews it in time, once for all concurrent callers. */
export function renewing<T extends { expiration?: Date | undefined }>(make: () => Promise<T>): Renewing<T> {
  let current: T | undefined;
  let making: Promise<T> | undefined;
  let due = 0;

  const renew = async (): Promise<T> => {
    const since = Date.now();
    const old = current;
    try {
      current = await make();
      const until = current.expiration?.getTime() ?? Number.POSITIVE_INFINITY;
      due = until - Math.min(AHEAD_MS, (until - since) / 2);
      return current;
    } catch (error) {
      const holds = old !== undefined && (old.expiration?.getTime() ?? 0) > Date.now();
      if (!holds) throw error;
      due = Date.now() + AGAIN_MS;
      return old;
    } finally {
      making = undefined;
    }
  };

  return {
    async get(refused) {
      if (current !== undefined && refused?.(current) === true) current = undefined;
      if (current !== undefined && Date.now() < due) return current;
      making ??= renew();
      return making;
    },
  };
}
