import type { Report } from './protocol.ts';

/** Each API call is a report: sent one by one, they would cost both processes more than the calls. */
const EVERY_MS = 100;

/** Hands reports on in groups, in their order; `flush` hands on at once what there is. */
export function createReporter(send: (reports: Report[]) => void): { add(report: Report): void; flush(): void } {
  let waiting: Report[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const reports = waiting;
    waiting = [];
    if (reports.length > 0) send(reports);
  };
  return {
    flush,
    add(report) {
      waiting.push(report);
      timer ??= setTimeout(flush, EVERY_MS);
    },
  };
}
