import type { ProviderEvent } from '../../provider/process/events.ts';
import type { Known } from '../../provider/jail/sandbox.ts';
import type { SendOptions } from '../../jobs/types.ts';
import type { Jobs } from '../../services/base/jobs.ts';
import type { Metrics } from '../compose-metrics.ts';
import type { Config } from '../config.ts';

/** Where a worker's processes find each other, behind the standard ones: messages, and the embedded database. */
export const CHANNELS = { messages: 3, database: 4 } as const;

/** What a worker process is told. Secrets come this way alone: its environment and its arguments hold none. */
export type Order =
  | { type: 'begin'; config: Config; dataDir: string; sandbox: Known | undefined; database: 'shared' | 'own' }
  | { type: 'run'; job: Jobs['analysis']; last: boolean }
  /** The run is to end: the server stops, or the job went to another process. */
  | { type: 'abort' }
  /** A statement of the queue, in the transaction that a `send` belongs to. */
  | { type: 'execute'; send: number; id: number; sql: string; parameters: readonly unknown[] }
  | { type: 'sent'; send: number; answer: Answer<string | null> }
  /** Ends when it has closed what it has open. */
  | { type: 'stop' };

/** What a worker process says. */
export type Word =
  | { type: 'ready' }
  | { type: 'ended'; failure?: Failure }
  | { type: 'send'; send: number; name: keyof Jobs; data: object; options: Omit<SendOptions, 'db'> }
  | { type: 'executed'; id: number; answer: Answer<readonly unknown[]> }
  | { type: 'reports'; reports: Report[] };

export type Answer<T> = { value: T } | { failure: Failure };

/** What is counted in a worker process. */
export type CountedThere = Pick<
  Metrics,
  'analysisEnded' | 'cloudCalled' | 'readEnded' | 'readThrottled' | 'summaryMade'
>;
type Count = { [Name in keyof CountedThere]: { name: Name; args: Parameters<CountedThere[Name]> } }[keyof CountedThere];

/** What the server hears of a run: it counts, keeps and logs it as if it had happened there. */
export type Report =
  | { kind: 'counted'; count: Count }
  | { kind: 'provider'; event: ProviderEvent }
  | { kind: 'memory'; pid: number; bytes: number }
  | { kind: 'warning'; fields: Record<string, unknown>; error?: Failure; text: string };

/** An error on its way from one process to the other. */
export type Failure = { name: string; message: string; stack?: string; code?: string | number; cause?: Failure };

/** Deeper causes repeat what the first ones say. */
const CAUSES = 3;

/** What goes over the channel of an error. */
export function failureOf(error: unknown, causes = CAUSES): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(cause !== undefined && causes > 0 && { cause: failureOf(cause, causes - 1) }),
  };
}

/** The error again. */
export function errorOf({ name, message, stack, code, cause }: Failure): Error {
  const error = new Error(message, cause && { cause: errorOf(cause) });
  return Object.assign(error, { name, ...(stack !== undefined && { stack }), ...(code !== undefined && { code }) });
}
