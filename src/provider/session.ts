import { status } from '@grpc/grpc-js';
import { messageOf } from '../base/errors.ts';
import { diedOf } from './death.ts';
import { presentable } from './diagnostics.ts';
import type { Redact } from './diagnostics.ts';
import { isCallError } from './plugin.ts';
import type { Plugin } from './plugin.ts';
import { ProviderProblem } from './problem.ts';
import type { ProviderProcess } from './process.ts';
import { planObject } from './plan.ts';
import { readInstance, readObject } from './read.ts';
import type { Turns } from './turns.ts';
import type { FoundProvider, LiveObject, ProviderConfig, ProviderSession, ReadOutcome, ReadRequest } from './types.ts';
import type { ResourceSchema } from '../base/schema.ts';
import { unreadable } from './verdicts/unreadable.ts';

export type SessionOptions = {
  found: FoundProvider;
  process: ProviderProcess;
  config: ProviderConfig;
  /** The reads of one process, over all its sessions: many together, or one alone. */
  reads: Turns;
  readDeadlineMs: number;
  redact: Redact;
};

/** A session, and its end: `end` cancels reads that are still under way and waits until they are. */
export type OpenSession = { session: ProviderSession; end(): Promise<void> };

const TOGETHER = 'together';
/** A plan takes milliseconds; the few that ask the cloud for something may hang there. */
const PLAN_MS = 10_000;

/**
 * A session on a process. When the process dies, the reads that were in flight are repeated, each of them alone: the
 * innocent get their answer, and the one that kills the process again is blamed.
 */
export function openSession(options: SessionOptions, protocol: 5 | 6): OpenSession {
  const { found, process, reads } = options;
  const ended = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  const readOrCrash = async (request: ReadRequest, signal: AbortSignal): Promise<ReadOutcome> => {
    const unsupported = await supported(options, request).catch((error: unknown) => outcomeOf(error, options));
    if (unsupported !== undefined) return unsupported;
    const attempt = () => attemptRead(options, request, signal);
    return (
      (await reads.run(TOGETHER, attempt, signal)) ??
      (await reads.run(Symbol('alone'), attempt, signal)) ?? {
        status: 'unreadable',
        reason: 'provider_error',
        detail: `The provider ${found.source} ${found.version} crashes when it reads this resource; the other resources are not affected.`,
      }
    );
  };

  /** Runs a question until it is answered, the caller's signal or the session's end. */
  const during = async <T>(signal: AbortSignal | undefined, ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    ended.signal.throwIfAborted();
    const asking = ask(signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]));
    underWay.add(asking);
    try {
      return await asking;
    } finally {
      underWay.delete(asking);
    }
  };

  /** A question about a live object; whatever goes wrong, it stays without an answer, and says why. */
  const ask = async <T>(
    object: LiveObject,
    signal: AbortSignal,
    question: (plugin: Plugin, schema: ResourceSchema) => Promise<T>,
  ): Promise<T | { unanswered: string }> => {
    try {
      return await reads.run(
        TOGETHER,
        async () => {
          const schema = await process.schemas.resource(object.type);
          if (schema === undefined) return { unanswered: `The provider has no ${object.type}.` };
          return question(await process.configured(options.config), schema);
        },
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      return { unanswered: presentable(messageOf(error), options.redact) };
    }
  };

  return {
    session: {
      source: found.source,
      version: found.version,
      protocol,
      found,
      resourceSchema: (type) => process.schemas.resource(type),
      legacyType: (type) => process.legacyTypes.get(type),
      read: (request, signal) => during(signal, (either) => readOrCrash(request, either)),
      readAgain: (object, signal) =>
        during(signal, async (either) => {
          const limits = { deadlineMs: options.readDeadlineMs, signal: either };
          const answer = await ask(object, either, (plugin, schema) => readObject(plugin, schema, object, limits));
          return 'unanswered' in answer ? undefined : answer.live;
        }),
      plan: (object, wish, signal) =>
        during(signal, async (either) => {
          const limits = { deadlineMs: PLAN_MS, redact: options.redact, signal: either };
          const answer = await ask(object, either, (plugin, schema) =>
            planObject(plugin, schema, object, wish, limits),
          );
          if ('unanswered' in answer) return { status: 'refused', detail: answer.unanswered };
          if (answer.status === 'planned') process.legacyTypes.set(object.type, answer.legacy);
          return answer;
        }),
    },
    end: async () => {
      ended.abort(new Error('the provider session was used after its end'));
      await Promise.allSettled(underWay);
    },
  };
}

/** Why an instance cannot be read at all, if so. The provider itself does not mind a newer schema version. */
async function supported(
  { found, process }: SessionOptions,
  { type, schemaVersion }: ReadRequest,
): Promise<ReadOutcome | undefined> {
  const schema = await process.schemas.resource(type);
  const provider = `${found.source} ${found.version}`;
  if (schema === undefined)
    return { status: 'unsupported', reason: 'unknown_type', detail: `The provider ${provider} has no ${type}.` };
  if (schemaVersion > schema.version)
    return {
      status: 'unsupported',
      reason: 'schema_too_new',
      detail: `The state holds ${type} in schema version ${schemaVersion}, and the provider ${provider} knows versions up to ${schema.version}; give Plumbline a newer provider.`,
    };
  return undefined;
}

/** One attempt; `undefined` when the process died under it. */
async function attemptRead(
  options: SessionOptions,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadOutcome | undefined> {
  const { process, config, readDeadlineMs: deadlineMs, redact } = options;
  let plugin: Plugin | undefined;
  try {
    plugin = await process.configured(config);
    const schema = await process.schemas.resource(request.type);
    if (schema === undefined) throw new Error(`${request.type} has vanished from the provider's schema`);
    return await readInstance(plugin, schema, request, { deadlineMs, redact, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (plugin !== undefined && (await diedOf(plugin, error))) return undefined;
    return outcomeOf(error, options);
  }
}

function outcomeOf(error: unknown, { readDeadlineMs, redact }: SessionOptions): ReadOutcome {
  if (isCallError(error, status.DEADLINE_EXCEEDED)) {
    const detail = `The provider gave no answer within ${Math.round(readDeadlineMs / 1000)} s.`;
    return { status: 'unreadable', reason: 'timeout', detail };
  }
  const text = isCallError(error) ? error.details : messageOf(error);
  if (error instanceof ProviderProblem)
    return { status: 'unreadable', reason: 'provider_error', detail: presentable(text, redact) };
  return unreadable(text, redact);
}
