/** Something that ends, and is had anew before it does. */
export type Renewing<T> = {
  /**
   * What is in force, or what takes its place when that is about to end, or is `refused`: what AWS did not take any more is
   * not given again. Rejects with what making it rejects with, unless what there is still holds.
   */
  get(refused?: (current: T) => boolean): Promise<T>;
};

/** AWS asks for as much with its own tools; what lives shorter is renewed at half its life. */
const AHEAD_MS = 5 * 60_000;
/** After a renewal that failed, while the old one still holds. */
const AGAIN_MS = 30_000;

/** Keeps what `make` gives and makes it anew in time, once for all who ask at the same moment. */
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
