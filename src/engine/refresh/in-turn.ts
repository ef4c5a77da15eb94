/** How long work may stand still before the next begins beside it. */
const STILL_MS = 5_000;

/**
 * Runs `work` for one item after another. What has not gone on for a while, since it called `goesOn` last, holds up none of the others:
 * the next one begins beside it. The first failure stops the rest from being started and is thrown when all that runs has ended.
 */
export async function inTurn<T>(
  items: Iterable<T>,
  work: (item: T, goesOn: () => void) => Promise<void>,
  stillMs = STILL_MS,
): Promise<void> {
  const begun: Promise<void>[] = [];
  let failure: { error: unknown } | undefined;
  for (const item of items) {
    const { promise: still, resolve } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const goesOn = (): void => void (timer = timer?.refresh() ?? setTimeout(resolve, stillMs));
    const whole = work(item, goesOn)
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => clearTimeout(timer));
    begun.push(whole);
    await Promise.race([whole, still]);
    if (failure) break;
  }
  await Promise.all(begun);
  if (failure) throw failure.error;
}
