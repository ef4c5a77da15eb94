/** Time without progress after which the next item starts in parallel. */
const STILL_MS = 5_000;

/**
 * Runs `work` for the items one after another. If an item has not called `goesOn` for `stillMs`, the next item starts
 * in parallel. After the first failure no more items start; it is thrown when all running items have ended.
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
