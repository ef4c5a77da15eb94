/** Why a worker process ended without being stopped. */
export type Cause = 'memory' | 'crashed' | 'stuck';

const TEXTS: Record<Cause, string> = {
  memory: 'used more memory than an analysis may',
  crashed: 'ended by itself',
  stuck: 'did not react in time, and was ended',
};

/** The process that ran an analysis is gone, and the run with it. What it had open in the database was rolled back. */
export class WorkerLost extends Error {
  readonly reason: Cause;
  constructor(reason: Cause, detail: string) {
    super(`the process of the analysis ${TEXTS[reason]} (${detail})`);
    this.name = 'WorkerLost';
    this.reason = reason;
  }
}

/** What V8 writes before it gives up. */
const OUT_OF_MEMORY = /heap limit|out of memory|Allocation failed/i;

/** What the end of a process says, with the last that it wrote to its standard error. */
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
