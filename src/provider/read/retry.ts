import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { crashOf } from '../process/crash.ts';
import { presentable, type Redact, CALL_STATUS, isCallError } from '../protocol/errors.ts';
import type { Plugin } from '../process/plugin.ts';
import { ProviderProblem } from '../contract/problem.ts';
import type { ProviderProcess } from '../process/process.ts';
import { GivenUp } from './patience.ts';
import { readInstance, type Waits } from './read.ts';
import type { SchemaStore } from '../schema/store.ts';
import type { ProviderConfig, ReadOutcome, ReadRequest } from '../contract/types.ts';
import { unreadable } from '../read-errors/advice.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { RateLimiter } from '../rate-limit/limiter.ts';
import type { Claim, Pool } from '../pool/types.ts';

/** The result of one attempt: an outcome, or how the process died. */
type Attempt = { outcome: ReadOutcome; hung?: Plugin } | { died: Plugin; how: string };

/** Makes one attempt. `hung` is a process that gave no answer in time. Rejects only with the reason of `signal`. */
async function attemptRead(process: ProviderProcess, read: Read): Promise<Attempt> {
  const { schemas, config, readDeadlineMs: deadlineMs, request, signal } = read;
  let plugin: Plugin | undefined;
  try {
    plugin = await process.configured(config);
    const schema = await schemas.resource(request.type);
    if (schema === undefined) throw new Error(`${request.type} has vanished from the provider's schema`);
    return { outcome: await readInstance(plugin, schema, request, { ...read, deadlineMs }) };
  } catch (error) {
    signal.throwIfAborted();
    const outcome = outcomeOf(error, deadlineMs, read.redact);
    if (plugin === undefined) return { outcome };
    const how = await crashOf(plugin, error);
    if (how !== undefined) return { died: plugin, how };
    const isLate = error instanceof GivenUp || isCallError(error, CALL_STATUS.DEADLINE_EXCEEDED);
    return isLate ? { outcome, hung: plugin } : { outcome };
  }
}

/** The verdict on a read that threw this error. */
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

export type ReadingOptions = Waits & {
  schemas: SchemaStore;
  config: ProviderConfig;
  readDeadlineMs: number;
  redact: Redact;
  pool: Pool<object>;
  claim: Omit<Claim<object>, 'alone' | 'pace' | 'signal'>;
  /** The provider's name for people. */
  providerLabel: string;
  breaker: CircuitBreaker;
  limiter: (type: string) => RateLimiter;
  onThrottle: () => void;
  gated: boolean;
  /** The first wait after a throttle; each further one is twice as long. */
  throttleMs: number;
};

/** The read of one instance. */
type Read = ReadingOptions & { request: ReadRequest; signal: AbortSignal };

/** The number of retries of a throttled read: with a first wait of 1 s, at most seven seconds. */
const THROTTLE_RETRIES = 3;

/** The number of attempts for a read alone in a process. */
const RUNS_ALONE = 2;

/**
 * Reads one instance, with retries. After a crash of the process it is read again, alone in a new one: an innocent read
 * gets its answer, and one that crashes the process twice more is blamed. A throttled read is retried after a while.
 * Rejects only with the reason of `signal`.
 */
export async function readPatiently(
  options: ReadingOptions,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  let waitMs = options.throttleMs;
  // The gateway retries by itself.
  const retries = options.gated ? 0 : THROTTLE_RETRIES;
  for (let retry = 0; ; retry += 1) {
    const outcome = await readThroughCrashes({ ...options, request, signal });
    if (outcome.status !== 'unreadable' || outcome.reason !== 'throttled') return outcome;
    options.onThrottle();
    if (retry === retries) return outcome;
    // Jitter, so that reads that were throttled together do not return together.
    await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => signal.throwIfAborted());
    waitMs *= 2;
  }
}

async function readThroughCrashes(read: Read): Promise<ReadOutcome> {
  const refused = givenUp(read);
  if (refused !== undefined) return refused;
  const together = await readBesideOthers(read);
  if ('outcome' in together) return together.outcome;
  const alone = await readAlone(read);
  if ('outcome' in alone) return alone.outcome;
  read.breaker.crashedAlone(read.request.type);
  const detail = `The provider ${read.providerLabel} crashed while reading this resource, ${RUNS_ALONE} times with nothing else to do (it ${alone.how}). Other resources are not affected; try another version of the provider.`;
  return { status: 'unreadable', reason: 'provider_error', detail };
}

function givenUp({ breaker, request }: Read): ReadOutcome | undefined {
  const open = breaker.openReason(request.type);
  return open && { status: 'unreadable', reason: open.reason, detail: open.why };
}

function readBesideOthers(read: Read): Promise<Attempt> {
  const { pool, claim, request, signal } = read;
  const limiter = read.limiter(request.type);
  return pool.run({ ...claim, pace: { limiter, type: request.type }, signal }, async (process) => {
    let throttled = false;
    try {
      const attempt = await attempted(process, read);
      throttled = 'outcome' in attempt && 'reason' in attempt.outcome && attempt.outcome.reason === 'throttled';
      return attempt;
    } finally {
      limiter.done(throttled);
    }
  });
}

/** Reads an instance alone in a process, and again where the process dies. */
function readAlone(read: Read): Promise<Attempt> {
  return read.pool.run({ ...read.claim, alone: true, signal: read.signal }, async (process) => {
    let attempt = await attempted(process, read);
    for (let run = 1; run < RUNS_ALONE && 'died' in attempt; run += 1) attempt = await attempted(process, read);
    return attempt;
  });
}

/** Makes one attempt and records its result in the circuit breaker. */
async function attempted(process: ProviderProcess, read: Read): Promise<Attempt> {
  const { breaker, request } = read;
  // The type may have been given up while this read waited for its turn.
  const refused = givenUp(read);
  if (refused !== undefined) return { outcome: refused };
  const attempt = await attemptRead(process, read);
  if ('died' in attempt) breaker.crashed(attempt.died);
  else if (attempt.hung === undefined) breaker.answered(request.type);
  else if (breaker.hung(request.type)) attempt.hung.kill('hang');
  return attempt;
}
