/** Returns the answer of a question in time, else undefined. Never throws: it is for diagnostics. */
export async function inTime<T>(deadlineMs: number, ask: () => Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), deadlineMs);
  try {
    return await Promise.race([ask(), late.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
