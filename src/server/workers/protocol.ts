import type { ProviderEvent } from '../../provider/process/events.ts';
import type { Known } from '../../provider/jail/sandbox.ts';
import type { AnalysisDeps } from '../../services/analyses/run.ts';
import type { Jobs } from '../../services/base/jobs.ts';
import type { ProviderCheck } from '../../services/provider-settings/port.ts';
import type { Config } from '../config/config.ts';

/** The file descriptors of a worker process beside the standard ones: messages, and the embedded database. */
export const CHANNELS = { messages: 3, database: 4 } as const;

/** A message to a worker process. Secrets come this way alone: its environment and its arguments hold none. */
export type ToWorker =
  | { type: 'begin'; config: Config; dataDir: string; sandbox: Known | undefined; database: 'shared' | 'own' }
  | { type: 'run'; job: Jobs['analysis']; last: boolean }
  | { type: 'try'; settings: { org_id: string; name: string } }
  /** The run is to end: the server stops, or the job went to another process. */
  | { type: 'abort' }
  /** Ends when it has closed what it has open. */
  | { type: 'stop' };

/** A message of a worker process. */
export type FromWorker =
  | { type: 'ready' }
  /** With the checks of settings that were tried. */
  | { type: 'ended'; failure?: Failure; checks?: ProviderCheck[] }
  | { type: 'reports'; reports: Report[] };

/** The metrics of a worker process. */
export type WorkerMetrics = AnalysisDeps['metrics'] & {
  readEnded(outcome: { status: string; reason?: string }): void;
  readThrottled(): void;
  summaryMade(outcome: string): void;
};
type Count = {
  [Name in keyof WorkerMetrics]: { name: Name; args: Parameters<WorkerMetrics[Name]> };
}[keyof WorkerMetrics];

/** A report on a run: the server counts and logs it as if it had happened there. */
export type Report =
  | { kind: 'counted'; count: Count }
  | { kind: 'provider'; event: ProviderEvent }
  | { kind: 'memory'; pid: number; bytes: number }
  | { kind: 'warning'; fields: Record<string, unknown>; error?: Failure; text: string };

/** An error on its way from one process to the other. */
export type Failure = { name: string; message: string; stack?: string; code?: string | number; cause?: Failure };

/** Deeper causes repeat what the first ones say. */
const CAUSES = 3;

/** An error as a message. */
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

/** The error of a message. */
export function errorOf({ name, message, stack, code, cause }: Failure): Error {
  const error = new Error(message, cause && { cause: errorOf(cause) });
  return Object.assign(error, { name, ...(stack !== undefined && { stack }), ...(code !== undefined && { code }) });
}
