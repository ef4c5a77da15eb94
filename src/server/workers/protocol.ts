import type { ProviderEvent } from '../../provider/process/events.ts';
import type { Known } from '../../provider/jail/sandbox.ts';
import type { AnalysisDeps } from '../../services/analyses/run.ts';
import type { Jobs } from '../../services/base/jobs.ts';
import type { ProviderCheck } from '../../services/provider-settings/port.ts';
import type { Config } from '../config/config.ts';

/** File descriptors of a worker process after the standard ones: messages, and the embedded database. */
export const CHANNELS = { messages: 3, database: 4 } as const;

/** A message to a worker process. Secrets are sent only this way: its environment and arguments contain none. */
export type ToWorker =
  | { type: 'begin'; config: Config; dataDir: string; sandbox: Known | undefined; database: 'shared' | 'own' }
  | { type: 'run'; job: Jobs['analysis']; last: boolean }
  | { type: 'try'; settings: { org_id: string; name: string } }
  /** Ends the run: the server stops, or another process got the job. */
  | { type: 'abort' }
  /** Ends the process once it has closed its resources. */
  | { type: 'stop' };

/** A message from a worker process. */
export type FromWorker =
  | { type: 'ready' }
  /** `checks`: the results of tried provider settings. */
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

/** A report on a run. The server counts and logs it as its own. */
export type Report =
  | { kind: 'counted'; count: Count }
  | { kind: 'provider'; event: ProviderEvent }
  | { kind: 'memory'; pid: number; bytes: number }
  | { kind: 'warning'; fields: Record<string, unknown>; error?: Failure; text: string };

/** An error in a form that can be sent to another process. */
export type Failure = { name: string; message: string; stack?: string; code?: string | number; cause?: Failure };

/** Deeper causes repeat the first ones. */
const CAUSES = 3;

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

export function errorOf({ name, message, stack, code, cause }: Failure): Error {
  const error = new Error(message, cause && { cause: errorOf(cause) });
  return Object.assign(error, { name, ...(stack !== undefined && { stack }), ...(code !== undefined && { code }) });
}
