/** The fields of an event in a Chromium trace that this file reads. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  args?: { name?: string; data?: { type?: string; interactionId?: number; duration?: number } };
};

/** The responsiveness of a page according to a trace. */
export type Answered = {
  /**
   * Interaction to next paint: the longest time from a key, a click or a tap until the next paint. The browser reports
   * it in steps of 8 ms, and reports no interaction that took less than 16 ms.
   */
  inpMs: number;
  /** The longest task of the page's main thread. */
  longestTaskMs: number;
};

/** The categories that `answeredIn` reads. */
export const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', '__metadata'];
const MIN_REPORTED_MS = 16;

/** Evaluates the browser's trace of one page. */
export function answeredIn(trace: Buffer): Answered {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const interactions = traceEvents.flatMap(({ name, args }) => {
    const { interactionId = 0, duration } = args?.data ?? {};
    return name === 'EventTiming' && interactionId > 0 && duration !== undefined ? [duration] : [];
  });
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = traceEvents.flatMap((event) =>
    event.name.endsWith('RunTask') && event.ph === 'X' && pages.has(threadOf(event)) ? [(event.dur ?? 0) / 1000] : [],
  );
  return { inpMs: Math.max(MIN_REPORTED_MS, ...interactions), longestTaskMs: Math.max(0, ...tasks) };
}
