/** Rings once, at the earliest time set since the last ring. Does not keep the process alive. */
export function createAlarm(ring: () => void) {
  let set: { time: number; timer: NodeJS.Timeout } | undefined;
  const rings = (): void => {
    set = undefined;
    ring();
  };
  return {
    /** `time` by `performance.now()`. */
    at: (time: number): void => {
      if (set !== undefined && set.time <= time) return;
      clearTimeout(set?.timer);
      const ms = Math.max(1, Math.ceil(time - performance.now()));
      set = { time, timer: setTimeout(rings, ms).unref() };
    },
    off: (): void => {
      clearTimeout(set?.timer);
      set = undefined;
    },
  };
}
