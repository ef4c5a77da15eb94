/** Rings once, at the earliest of the times that it was set to since it rang last. It keeps no process from ending. */
export type Alarm = {
  /** `time` by `performance.now()`. */
  at(time: number): void;
  off(): void;
};

export function createAlarm(ring: () => void): Alarm {
  let set: { time: number; timer: NodeJS.Timeout } | undefined;
  const rings = (): void => {
    set = undefined;
    ring();
  };
  return {
    at: (time) => {
      if (set !== undefined && set.time <= time) return;
      clearTimeout(set?.timer);
      const ms = Math.max(1, Math.ceil(time - performance.now()));
      set = { time, timer: setTimeout(rings, ms).unref() };
    },
    off: () => {
      clearTimeout(set?.timer);
      set = undefined;
    },
  };
}
