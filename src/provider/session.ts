import { messageOf } from '../base/errors.ts';
import type { ResourceSchema } from '../base/schema.ts';
import type { Value } from '../base/value.ts';
import { fields } from '../engine/value/canonical.ts';
import { outcomeOf, readPatiently, type ReadingOptions } from './read/retry.ts';
import { presentable } from './protocol/errors.ts';
import { generateConfig, validateConfig } from './read/configuration.ts';
import { listObjects } from './read/list.ts';
import { planObject } from './read/plan.ts';
import type { Plugin } from './process/plugin.ts';
import { readObject } from './read/read.ts';
import { withAdvice } from './read-errors/advice.ts';
import { reasonOf } from './read-errors/reason.ts';
import type { Asker, FoundProvider, LiveObject, ProviderSession, ReadOutcome, ReadRequest } from './contract/types.ts';

export type SessionOptions = ReadingOptions & {
  provider: FoundProvider;
  /** Receives the outcome of each read. */
  onRead: (outcome: ReadOutcome) => void;
  /** Runs a second read. */
  fresh: NonNullable<Asker['fresh']>;
  cloud: Asker['cloud'];
};

/** Plans take milliseconds, but the few that call the cloud may hang. */
const PLAN_MS = 10_000;
/** Lists of hashicorp/aws 6.x read each object, so thousands take minutes. */
const LIST_MS = 600_000;

/** Opens a session on a provider's processes; `end` cancels its pending reads and waits for their end. */
export function openSession(
  options: SessionOptions,
  protocol: 5 | 6,
): { session: ProviderSession; end: () => Promise<void> } {
  const { provider, schemas, pool, claim, config, readDeadlineMs, redact, patience, progress } = options;
  const ended = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  const readWhole = async (request: ReadRequest, signal: AbortSignal): Promise<ReadOutcome> => {
    try {
      const since = performance.now();
      const read = async () => heard(await readPatiently(options, request, signal), options, since);
      const outcome = (await supported(options, request)) ?? (await (request.again ? options.fresh(read) : read()));
      options.onRead(outcome);
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      return outcomeOf(error, readDeadlineMs, redact);
    }
  };

  // Callers use one signal for all calls, and joining two signals is slow.
  let joined: { with: AbortSignal; signal: AbortSignal } | undefined;
  const eitherOf = (signal: AbortSignal | undefined): AbortSignal => {
    if (signal === undefined) return ended.signal;
    if (joined?.with !== signal) joined = { with: signal, signal: AbortSignal.any([signal, ended.signal]) };
    return joined.signal;
  };

  /** Runs a call until its answer, the abort of the caller's signal, or the session's end. */
  const during = async <T>(signal: AbortSignal | undefined, ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    ended.signal.throwIfAborted();
    const asking = ask(eitherOf(signal));
    underWay.add(asking);
    try {
      return await asking;
    } finally {
      underWay.delete(asking);
    }
  };

  /** Makes a call to the configured provider. Returns `unanswered`, with the reason, for any error. */
  const askPlugin = async <T>(
    signal: AbortSignal,
    question: (plugin: Plugin) => Promise<T>,
  ): Promise<T | { unanswered: string }> => {
    try {
      return await pool.run({ ...claim, signal }, async (process) => question(await process.configured(config)));
    } catch (error) {
      signal.throwIfAborted();
      return { unanswered: presentable(messageOf(error), redact) };
    }
  };

  /** The same for a live object, with its schema. */
  const ask = async <T>(
    object: Pick<LiveObject, 'type'>,
    signal: AbortSignal,
    question: (plugin: Plugin, schema: ResourceSchema) => Promise<T>,
  ): Promise<T | { unanswered: string }> =>
    askPlugin<T | { unanswered: string }>(signal, async (plugin) => {
      const schema = await schemas.resource(object.type);
      return schema === undefined ? { unanswered: `The provider has no ${object.type}.` } : question(plugin, schema);
    });

  return {
    session: {
      source: provider.source,
      provider,
      version: provider.version,
      protocol,
      resourceSchema: (type) => schemas.resource(type),
      legacyType: (type) => schemas.legacyTypes.get(type),
      takesSettings: async () => Object.keys((await schemas.provider()).block.members).length > 0,
      read: (request, signal) => during(signal, (either) => readWhole(request, either)),
      readAgain: (object, signal) =>
        during(signal, async (either) => {
          const limits = { deadlineMs: readDeadlineMs, signal: either, patience, progress };
          const answer = await options.fresh(() =>
            ask(object, either, (plugin, schema) => readObject(plugin, schema, object, limits)),
          );
          return 'unanswered' in answer ? undefined : answer.live;
        }),
      listedTypes: () => schemas.listedTypes(),
      list: (type, signal) =>
        during(signal, async (either) => {
          const listed = await askPlugin(either, (plugin) => listObjects(plugin, type, LIST_MS, either));
          if ('unanswered' in listed) return { objects: [], problem: listed.unanswered };
          return { ...listed, problem: listed.problem && presentable(listed.problem, redact) };
        }),
      plan: (object, target, signal) =>
        during(signal, async (either) => {
          const limits = { deadlineMs: PLAN_MS, redact, signal: either };
          const answer = await ask(object, either, (plugin, schema) =>
            patience.wait({ answer: planObject(plugin, schema, object, target, limits), progress }),
          );
          if ('unanswered' in answer) return { status: 'refused', detail: answer.unanswered };
          if (answer.status === 'planned') schemas.legacyTypes.set(object.type, answer.legacy);
          return answer;
        }),
      validate: (type, config, signal) =>
        during(signal, async (either) => {
          const limits = { deadlineMs: PLAN_MS, redact, signal: either };
          const answer = await ask({ type }, either, (plugin, schema) =>
            validateConfig(plugin, schema, { type, config }, limits),
          );
          return 'unanswered' in answer ? undefined : answer;
        }),
      generate: (object, signal) =>
        during(signal, async (either) => {
          const limits = { deadlineMs: PLAN_MS, redact, signal: either };
          const answer = await ask(object, either, async (plugin, schema): Promise<{ config: Value | undefined }> => ({
            config: await generateConfig(plugin, schema, object, limits),
          }));
          return 'unanswered' in answer ? undefined : answer.config;
        }),
    },
    end: async () => {
      ended.abort(new Error('the provider session was used after its end'));
      await Promise.allSettled(underWay);
    },
  };
}

/** The outcome for an instance that cannot be read at all. The provider itself accepts a newer schema version. */
async function supported(
  { provider, schemas }: SessionOptions,
  { type, schemaVersion }: ReadRequest,
): Promise<ReadOutcome | undefined> {
  const schema = await schemas.resource(type);
  const label = `${provider.source} ${provider.version}`;
  if (schema === undefined)
    return { status: 'unsupported', reason: 'unknown_type', detail: `The provider ${label} has no ${type}.` };
  if (schemaVersion > schema.version)
    return {
      status: 'unsupported',
      reason: 'schema_too_new',
      detail: `The state holds ${type} in schema version ${schemaVersion}, and the provider ${label} knows versions up to ${schema.version}; give Plumbline a newer provider.`,
    };
  return undefined;
}

const NAMES = ['id', 'arn', 'name', 'bucket'];

/** Confirms an outcome by the cloud's own answers: a provider may take a failed call for "not found". */
function heard(outcome: ReadOutcome, { cloud, redact }: SessionOptions, since: number): ReadOutcome {
  if (cloud === undefined || (outcome.status !== 'read' && outcome.status !== 'deleted')) return outcome;
  if (outcome.status === 'read') return { ...outcome, byCloud: cloud.isAnswered(since) };
  const values = fields(outcome.before);
  const names = NAMES.map((name) => values[name]).filter((name) => typeof name === 'string');
  const said = cloud.about(names, since);
  if (said === undefined) return { ...outcome, byCloud: cloud.isAnswered(since) };
  const reason = reasonOf(said);
  const message = `The provider reports it as deleted, but the cloud did not confirm that: ${presentable(said, redact)}.`;
  return { status: 'unreadable', reason, detail: withAdvice(reason, said, message) };
}
