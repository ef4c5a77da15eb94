import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/**
 * Ctrl-C on a terminal goes to every process of the group, and a parent such as `npm` also forwards it: signals that
 * arrive this close together count as one.
 */
const TOGETHER_MS = 400;

export type Interruption = { signal: AbortSignal; stop(): void };

/** The exit code that shells expect of a process that was ended by a signal. */
export function exitCodeOf(signal: Signal): number {
  return 128 + constants.signals[signal];
}

/** The reason of an `AbortSignal` when a signal ended the work early. */
export class Interrupted extends Error {
  readonly exitCode: number;

  constructor(signal: Signal) {
    super('Interrupted.');
    this.name = 'Interrupted';
    this.exitCode = exitCodeOf(signal);
  }
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an `AbortSignal` with the reason `Interrupted`; the work then ends in order. A
 * second signal ends the process at once. `stop()` removes the handlers.
 */
export function onInterrupt(): Interruption {
  const controller = new AbortController();
  let first = 0;
  const handle = (signal: Signal) => {
    if (!controller.signal.aborted) {
      first = Date.now();
      controller.abort(new Interrupted(signal));
      return;
    }
    if (Date.now() - first > TOGETHER_MS) process.exit(exitCodeOf(signal));
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return {
    signal: controller.signal,
    stop: () => {
      for (const signal of SIGNALS) process.off(signal, handle);
    },
  };
}
