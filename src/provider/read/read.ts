import type { ResourceSchema } from '../../base/schema.ts';
import { hasUnknown, type Value } from '../../base/value.ts';
import { messageOf } from '../../base/errors.ts';
import { decodeValue } from '../codec/decode.ts';
import { errorsOf, presentable, type Redact } from '../protocol/errors.ts';
import { IDENTITY_CHANGED, namesAnother, upgradeIdentity, type Call } from './identity.ts';
import type { Plugin } from '../process/plugin.ts';
import { CLIENT_CAPABILITIES, type Calls, type DynamicValue, type Identity } from '../protocol/messages.ts';
import type { Patience } from './patience.ts';
import { watchPoll } from './polls.ts';
import { importObject } from './import.ts';
import type { Asker, LiveObject, ReadOutcome, ReadRequest } from '../contract/types.ts';
import { unreadable, type Unreadable } from '../read-errors/advice.ts';

export type ReadOptions = Waits & CallOptions;

/** Options of one call to a provider. */
export type CallOptions = {
  /** The deadline of all calls of a read. */
  deadlineMs: number;
  redact: Redact;
  signal?: AbortSignal;
};

/** How long a read is waited for, and the progress that extends it. */
export type Waits = { patience: Patience; progress: Asker['progress'] };

/** The framework's error for a missing object whose state has no identity. */
const MISSING_IDENTITY = 'Missing Resource Identity After Read';

/**
 * Reads one instance as Terraform's core does: upgrades the state (always), passes the result on unchanged, reads.
 * Rejects with a `CallError` only where the transport fails (the caller decides whether it was a crash), and with
 * `GivenUp`.
 */
export async function readInstance(
  plugin: Plugin,
  schema: ResourceSchema,
  request: ReadRequest,
  options: ReadOptions,
): Promise<ReadOutcome> {
  const failed = (text: string): Unreadable => unreadable(text, options.redact);
  const until = Date.now() + options.deadlineMs;
  const call: Call = (method, message) => plugin.call(method, message, Math.max(1, until - Date.now()), options.signal);

  const start = await (request.imports
    ? importObject(call, request.type, request.imports)
    : upgradeState(call, request));
  if ('wrong' in start) return failed(start.wrong);
  const before = decoded(start.state, schema);
  if ('wrong' in before) return failed(`The provider's ${start.what} cannot be used: ${before.wrong}`);
  // An import without a result means that the object does not exist: no read is needed.
  if (before.value === null) return { status: 'deleted', before: null };
  const { identity } = start;

  const { patience, progress } = options;
  const read = (current: Identity | undefined) => {
    const poll = progress && watchPoll(request.type, before.value, progress);
    const object = { type: request.type, state: start.state, private: start.private, identity: current };
    const answering = call('ReadResource', readRequest(object));
    const early = () => (poll?.isReportedGone() ? 'gone' : undefined);
    return patience
      .wait<Awaited<typeof answering> | 'gone'>({ answer: answering, progress, early })
      .finally(() => poll?.stop());
  };
  let answer = await read(identity);
  if (answer !== 'gone' && errorsOf(answer.diagnostics)?.includes(IDENTITY_CHANGED)) {
    const unnamed = await read(undefined);
    if (unnamed === 'gone' || !namesAnother(identity, unnamed.new_identity)) answer = unnamed;
  }
  if (answer === 'gone') return { status: 'deleted', before: before.value };
  const errors = errorsOf(answer.diagnostics);
  if (errors?.includes(MISSING_IDENTITY))
    return { status: 'suspect', before: before.value, detail: presentable(errors, options.redact) };
  if (errors !== undefined) return failed(errors);
  if (answer.deferred !== null) return failed('The provider put the read off, which it was not allowed to do.');
  // Terraform reads an empty answer as a deletion; a provider that means one sends a null.
  if (isAbsent(answer.new_state))
    return { status: 'suspect', before: before.value, detail: 'The provider gave neither a state nor an error.' };
  const live = decoded(answer.new_state, schema);
  if ('wrong' in live) return failed(`The provider's answer cannot be used: ${live.wrong}`);
  if (live.value === null) return { status: 'deleted', before: before.value };
  const { new_state: state, private: privateState, new_identity: newIdentity } = answer;
  const object: LiveObject = { type: request.type, state: state ?? {}, private: privateState };
  if (newIdentity !== null) object.identity = newIdentity;
  return { status: 'read', before: before.value, live: live.value, object };
}

/** Reads an object again; null where it does not exist, undefined where the answer is unusable. */
export async function readObject(
  plugin: Plugin,
  schema: ResourceSchema,
  object: LiveObject,
  { deadlineMs, signal, patience, progress }: Omit<ReadOptions, 'redact'>,
): Promise<{ live: Value | undefined }> {
  const answering = plugin.call('ReadResource', readRequest(object), deadlineMs, signal);
  const answer = await patience.wait({ answer: answering, progress });
  if (errorsOf(answer.diagnostics) !== undefined || isAbsent(answer.new_state)) return { live: undefined };
  const live = decoded(answer.new_state, schema);
  return { live: 'wrong' in live ? undefined : live.value };
}

/** The state that a read starts from. */
type Start = Pick<LiveObject, 'state' | 'private'> & { identity: Identity | undefined; what: string };

async function upgradeState(call: Call, request: ReadRequest): Promise<Start | { wrong: string }> {
  const upgraded = await call('UpgradeResourceState', upgradeRequest(request));
  const errors = errorsOf(upgraded.diagnostics);
  if (errors !== undefined) return { wrong: errors };
  const state = upgraded.upgraded_state;
  if (state === null || isAbsent(state))
    return { wrong: 'The provider gave nothing for the state that it was to upgrade.' };
  return {
    state,
    private: request.private,
    identity: await upgradeIdentity(call, request),
    what: 'upgrade of the state',
  };
}

function upgradeRequest({ type, schemaVersion, attributes }: ReadRequest): Calls['UpgradeResourceState']['request'] {
  return {
    type_name: type,
    version: schemaVersion,
    raw_state: 'json' in attributes ? { json: Buffer.from(attributes.json) } : { flatmap: attributes.flatmap },
  };
}

const readRequest = (object: LiveObject): Calls['ReadResource']['request'] => ({
  type_name: object.type,
  current_state: object.state,
  private: object.private,
  client_capabilities: CLIENT_CAPABILITIES,
  ...(object.identity && { current_identity: object.identity }),
});

function isAbsent(value: DynamicValue | null): boolean {
  return !value?.msgpack?.length && !value?.json?.length;
}

function decoded(value: DynamicValue | null, schema: ResourceSchema): { value: Value } | { wrong: string } {
  try {
    const decodedValue = decodeValue(value, schema.block);
    return hasUnknown(decodedValue) ? { wrong: 'it holds values that are not known' } : { value: decodedValue };
  } catch (error) {
    return { wrong: messageOf(error) };
  }
}
