import {
  Client,
  Metadata,
  credentials,
  type CallOptions,
  type ClientUnaryCall,
  type ServiceError,
} from '@grpc/grpc-js';
import { messageOf } from '../../base/errors.ts';
import { getOrInsert } from '../../base/get-or-insert.ts';
import { CALL_STATUS, isCallError } from '../protocol/errors.ts';
import { launch, type Launched, type LaunchOptions } from '../launch/launch.ts';
import type { Child } from '../launch/spawn.ts';
import { loadDefinitions, type Definitions } from '../protocol/definitions.ts';
import type { Calls, ListEvent, ListRequest, Method } from '../protocol/messages.ts';
import type { FoundProvider } from '../contract/types.ts';

export type PluginOptions = LaunchOptions & {
  /** The largest message that is taken, default 256 MB: whole schemas come as one message. */
  maxMessageBytes?: number;
};

/** A running provider. */
export type Plugin = {
  readonly protocol: 5 | 6;
  readonly pid: number;
  /** Resolves, with how it ended, when the process is gone. */
  readonly ended: Promise<string>;
  /**
   * One call, under protocol 6's name whichever protocol it is. Rejects with grpc's `ServiceError` (see `isCallError`)
   * for transport failures, deadlines and calls that the provider lacks; diagnostics are part of the answer.
   */
  call<M extends Method>(
    method: M,
    request: Calls[M]['request'],
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<Calls[M]['response']>;
  /** The objects of a type, as the provider finds them. Throws as `call` does. */
  list(request: ListRequest, deadlineMs: number, signal?: AbortSignal): AsyncIterable<ListEvent>;
  /** The one session that it may go out for, by its access key, where it goes out through a proxy. */
  admit(accessKeyId: string): void;
  /** Asks it to stop what it does and to end, and kills it two seconds later. Safe to call twice. */
  stop(): Promise<void>;
  /** Kills it at once; `ended` reports the cause. */
  kill: Child['kill'];
  killedFor: Child['killedFor'];
};

const STOP_MS = 2_000;
/** The time for the last output of an ended process. */
const LAST_WORDS_MS = 500;

/** The result of a call whose process ended before it. */
function unavailable(): ServiceError {
  const details = 'the provider has ended';
  return Object.assign(new Error(details), { code: CALL_STATUS.UNAVAILABLE, details, metadata: new Metadata() });
}

/** Launches a provider and connects to it. Throws `ProviderProblem` `provider_start_failed`. */
export async function openPlugin(provider: FoundProvider, options: PluginOptions): Promise<Plugin> {
  const launched = await launch(provider, options);
  try {
    const definitions = await loadDefinitions(launched.protocol);
    return connect(launched, definitions, options.maxMessageBytes ?? 256 * 1024 * 1024);
  } catch (error) {
    launched.child.kill();
    throw error;
  }
}

function connect(launched: Launched, definitions: Definitions, maxMessageBytes: number): Plugin {
  const { child, protocol } = launched;
  const client = new Client(
    `unix:${launched.socket}`,
    credentials.createSsl(
      Buffer.from(launched.serverCertificate),
      Buffer.from(launched.clientKey),
      Buffer.from(launched.clientCertificate),
    ),
    {
      'grpc.ssl_target_name_override': 'localhost',
      'grpc.default_authority': 'localhost',
      'grpc.max_receive_message_length': maxMessageBytes,
      'grpc.max_send_message_length': maxMessageBytes,
      'grpc.enable_http_proxy': 0,
      // A repeated call might reach the provider that it has just crashed; whoever calls decides about that.
      'grpc.enable_retries': 0,
      'grpc.use_local_subchannel_pool': 1,
      // Counts of every call that nobody reads.
      'grpc.enable_channelz': 0,
    },
  );

  let gone = false;
  const calls = new Set<ClientUnaryCall>();
  const cancellable = cancelling();
  const unary = (rpc: Definitions['shutdown'], request: object, deadlineMs: number, signal?: AbortSignal) =>
    new Promise<object>((done, fail) => {
      if (signal?.aborted) return fail(signal.reason as Error);
      if (gone) return fail(unavailable());
      const callOptions: CallOptions = { deadline: Date.now() + deadlineMs };
      const call = client.makeUnaryRequest(
        rpc.path,
        rpc.requestSerialize,
        rpc.responseDeserialize,
        request,
        callOptions,
        (error, answer) => {
          calls.delete(call);
          if (signal) cancellable(signal).delete(call);
          if (signal?.aborted) fail(signal.reason as Error);
          else if (error !== null) fail(gone && isCallError(error, CALL_STATUS.CANCELLED) ? unavailable() : error);
          else done(answer ?? {});
        },
      );
      calls.add(call);
      if (signal) cancellable(signal).add(call);
    });

  discardOutput(client, definitions.streamStdio, launched.wrote);
  void child.ended.then(() => {
    gone = true;
    client.close();
    // Of a process that was killed while it wrote a lot, the connection is not always reported as closed.
    if (calls.size > 0) setTimeout(() => calls.forEach((call) => call.cancel()), LAST_WORDS_MS);
  });

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => child.kill(), STOP_MS);
    try {
      // Failures mean that it lacks the call or is gone already; the timer sees to the rest.
      await unary(definitions.provider('StopProvider'), {}, STOP_MS).catch(messageOf);
      await unary(definitions.shutdown, {}, STOP_MS).catch(messageOf);
      await child.ended;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    protocol,
    pid: child.pid,
    ended: child.ended,
    call: <M extends Method>(method: M, request: Calls[M]['request'], deadlineMs: number, signal?: AbortSignal) =>
      unary(definitions.provider(method), request, deadlineMs, signal) as Promise<Calls[M]['response']>,
    list: (request, deadlineMs, signal) => {
      const { path, requestSerialize, responseDeserialize } = definitions.list;
      const options: CallOptions = { deadline: Date.now() + deadlineMs };
      const events = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, options);
      signal?.addEventListener('abort', () => events.cancel(), { once: true });
      return events as AsyncIterable<ListEvent>;
    },
    admit: (accessKeyId) => launched.proxy?.admit(accessKeyId),
    stop: () => (stopping ??= stop()),
    kill: child.kill,
    killedFor: child.killedFor,
  };
}

/** The calls that are cancelled when a signal aborts: thousands have one signal, and to listen to it for each is dear. */
function cancelling(): (signal: AbortSignal) => Set<ClientUnaryCall> {
  const bySignal = new WeakMap<AbortSignal, Set<ClientUnaryCall>>();
  return (signal) =>
    getOrInsert(bySignal, signal, () => {
      const calls = new Set<ClientUnaryCall>();
      signal.addEventListener('abort', () => calls.forEach((call) => call.cancel()), { once: true });
      return calls;
    });
}

/** A plugin whose output nobody takes blocks; what it says is dropped, for it may hold secrets, and counted. */
function discardOutput(client: Client, rpc: Definitions['streamStdio'], wrote: (bytes: number) => void): void {
  const stream = client.makeServerStreamRequest(rpc.path, rpc.requestSerialize, (bytes) => bytes.length, {});
  stream.on('data', wrote);
  stream.on('error', () => undefined);
}
