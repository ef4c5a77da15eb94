/** The reason why a worker process ended by itself. */
export type Cause = 'memory' | 'crashed' | 'stuck';

const TEXTS: Record<Cause, string> = {
  memory: 'used more memory than an analysis may',
  crashed: 'ended by itself',
  stuck: 'did not react in time, and was ended',
};

/** The process of an analysis ended, and the run with it. The database rolled its open transactions back. */
export class WorkerLost extends Error {
  readonly reason: Cause;
  constructor(reason: Cause, detail: string) {
    super(`the process of the analysis ${TEXTS[reason]} (${detail})`);
    this.name = 'WorkerLost';
    this.reason = reason;
  }
}

/** V8's messages before it aborts. */
const OUT_OF_MEMORY = /heap limit|out of memory|Allocation failed/i;

/** The error for a process's end, from its exit and the last text on its standard error. */
export function lossOf(
  end: { code: number | null; signal: NodeJS.Signals | null; wrote: string },
  killedFor?: Cause,
): WorkerLost {
  const { code, signal, wrote } = end;
  const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  const reason = killedFor ?? (OUT_OF_MEMORY.test(wrote) ? 'memory' : 'crashed');
  const last = reason === 'crashed' && wrote.trim() !== '' ? `: ${wrote.trim()}` : '';
  return new WorkerLost(reason, `${how}${last}`);
}
