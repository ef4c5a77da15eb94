import { presentable, type Redact } from '../protocol/errors.ts';
import type { KillCause } from '../launch/spawn.ts';
import { ProviderProblem } from '../contract/problem.ts';
import type { FoundProvider, ProviderProblemCode } from '../contract/types.ts';

/** The events of provider processes, for logs and metrics. */
export type ProviderEvent = {
  kind: 'launched' | 'schema_fetched' | 'configured' | 'ended';
  source: string;
  version: string;
  pid: number;
  /** The duration; for `ended`, the process's lifetime. */
  ms: number;
  /** For `ended`: "exited with code 0". */
  detail?: string;
  /** For `ended`: Plumbline stopped it, it ended by itself, or Plumbline killed it for this cause. */
  cause?: 'stopped' | 'crashed' | KillCause;
};

/** Creates one provider process's errors, to be thrown, and its events. */
export type EventReporter = {
  /** An error with the text "The provider registry.terraform.io/hashicorp/aws 5.100.0" and `text`. */
  problem(code: ProviderProblemCode, text: string, cause?: unknown): ProviderProblem;
  /** `since`: the start, by `performance.now()`. */
  emit(kind: ProviderEvent['kind'], pid: number, since: number, end?: Pick<ProviderEvent, 'detail' | 'cause'>): void;
};

export type EventReporterOptions = { redact: Redact; onEvent: (event: ProviderEvent) => void };

export function createEventReporter(
  { source, version }: FoundProvider,
  { redact, onEvent }: EventReporterOptions,
): EventReporter {
  return {
    problem: (code, text, cause) =>
      new ProviderProblem(code, source, presentable(`The provider ${source} ${version} ${text}`, redact), { cause }),
    emit: (kind, pid, since, end) =>
      onEvent({ kind, source, version, pid, ms: Math.round(performance.now() - since), ...end }),
  };
}
