import { messageOf } from '../base/errors.ts';
import { diedOf } from './death.ts';
import { presentable } from './diagnostics.ts';
import type { Redact } from './diagnostics.ts';
import { CALL_STATUS, isCallError } from './call-error.ts';
import type { Plugin } from './plugin.ts';
import { ProviderProblem } from './problem.ts';
import type { ProviderProcess } from './process.ts';
import { GivenUp } from './patience.ts';
import { readInstance, type Waits } from './read.ts';
import type { SchemaStore } from './schema/store.ts';
import type { ProviderConfig, ReadOutcome, ReadRequest } from './types.ts';
import { unreadable } from './verdicts/unreadable.ts';

export type AttemptOptions = Waits & {
  schemas: SchemaStore;
  config: ProviderConfig;
  readDeadlineMs: number;
  redact: Redact;
};

/** What one attempt to read came to: an outcome, or the process died under it, and how. */
export type Attempt = { outcome: ReadOutcome; hung?: Plugin } | { died: Plugin; how: string };

/** One attempt. `hung` is the process that gave no answer in time. Rejects only with the reason of `signal`. */
export async function attemptRead(
  process: ProviderProcess,
  request: ReadRequest,
  { schemas, config, readDeadlineMs: deadlineMs, redact, patience, progress }: AttemptOptions,
  signal: AbortSignal,
): Promise<Attempt> {
  let plugin: Plugin | undefined;
  try {
    plugin = await process.configured(config);
    const schema = await schemas.resource(request.type);
    if (schema === undefined) throw new Error(`${request.type} has vanished from the provider's schema`);
    const options = { deadlineMs, redact, signal, patience, progress };
    return { outcome: await readInstance(plugin, schema, request, options) };
  } catch (error) {
    signal.throwIfAborted();
    const outcome = outcomeOf(error, deadlineMs, redact);
    if (plugin === undefined) return { outcome };
    const how = await diedOf(plugin, error);
    if (how !== undefined) return { died: plugin, how };
    const isLate = error instanceof GivenUp || isCallError(error, CALL_STATUS.DEADLINE_EXCEEDED);
    return isLate ? { outcome, hung: plugin } : { outcome };
  }
}

/** The verdict on a read that something was thrown for. */
export function outcomeOf(error: unknown, deadlineMs: number, redact: Redact): ReadOutcome {
  if (isCallError(error, CALL_STATUS.DEADLINE_EXCEEDED)) {
    const detail = `The provider gave no answer within ${Math.round(deadlineMs / 1000)} s.`;
    return { status: 'unreadable', reason: 'timeout', detail };
  }
  if (error instanceof GivenUp) return { status: 'unreadable', reason: 'timeout', detail: error.message };
  const text = isCallError(error) ? error.details : messageOf(error);
  if (error instanceof ProviderProblem)
    return { status: 'unreadable', reason: 'provider_error', detail: presentable(text, redact) };
  return unreadable(text, redact);
}
