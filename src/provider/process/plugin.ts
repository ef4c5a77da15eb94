import { messageOf } from '../../base/errors.ts';
import { getOrInsert } from '../../base/get-or-insert.ts';
import { CALL_STATUS, callError, type CallError } from '../protocol/errors.ts';
import { launch, type Launched, type LaunchOptions } from '../launch/launch.ts';
import type { Child } from '../launch/spawn.ts';
import { loadDefinitions, type Definitions, type Rpc } from '../protocol/definitions.ts';
import type { Calls, ListEvent, ListRequest, Method } from '../protocol/messages.ts';
import type { FoundProvider } from '../contract/types.ts';
import { connectGrpc, type GrpcCall, type GrpcClient } from './grpc.ts';

export type PluginOptions = LaunchOptions & {
  /** The maximum size of a message; default: 256 MB, since a whole schema is one message. */
  maxMessageBytes?: number;
};

/** A running provider. */
export type Plugin = {
  readonly protocol: 5 | 6;
  readonly pid: number;
  /** Resolves when the process has ended, with how it ended. */
  readonly ended: Promise<string>;
  /**
   * Makes a call, by protocol 6's name in either protocol. Rejects with a `CallError` for transport failures, deadlines
   * and calls that the provider lacks; diagnostics are part of the answer.
   */
  call<M extends Method>(
    method: M,
    request: Calls[M]['request'],
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<Calls[M]['response']>;
  /** Lists the objects of a type as the provider finds them. Throws as `call` does. */
  list(request: ListRequest, deadlineMs: number, signal?: AbortSignal): AsyncIterable<ListEvent>;
  /** Sets the only session, by its access key, whose calls its proxy accepts. */
  admit(accessKeyId: string): void;
  /** Asks the provider to stop its work and exit, and kills it two seconds later. Safe to call twice. */
  stop(): Promise<void>;
  /** Kills the process at once; `ended` reports the cause. */
  kill: Child['kill'];
  killedFor: Child['killedFor'];
};

const STOP_MS = 2_000;
/** How long the last output of an ended process may take. */
const LAST_WORDS_MS = 500;

/** The error of a call whose process ended before it. */
const unavailable = (): CallError => callError(CALL_STATUS.UNAVAILABLE, 'the provider has ended');

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
  const client = connectGrpc({ ...launched, maxMessageBytes });

  let gone = false;
  let underWay = 0;
  const cancellable = cancelling();
  const unary = (rpc: Rpc, request: object, deadlineMs: number, signal?: AbortSignal) =>
    new Promise<object>((done, fail) => {
      if (signal?.aborted) return fail(signal.reason as Error);
      if (gone) return fail(unavailable());
      underWay += 1;
      const call = client.unary(rpc, request, deadlineMs, (error, answer) => {
        underWay -= 1;
        if (signal) cancellable(signal).delete(call);
        if (signal?.aborted) fail(signal.reason as Error);
        else if (error) fail(error);
        else done(answer ?? {});
      });
      if (signal) cancellable(signal).add(call);
    });

  void discardOutput(client, definitions.streamStdio, launched.wrote);
  void child.ended.then(() => {
    gone = true;
    client.close();
    // The connection of a process that was killed while it wrote a lot is not always reported as closed.
    if (underWay > 0) setTimeout(() => client.destroy(), LAST_WORDS_MS);
    else client.destroy();
  });

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => child.kill(), STOP_MS);
    try {
      // Failures mean that the provider lacks the call or has ended; the timer handles the rest.
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
      const listing = client.stream(definitions.list, request, deadlineMs);
      signal?.addEventListener('abort', () => listing.cancel(), { once: true });
      return listing.answers as AsyncIterable<ListEvent>;
    },
    admit: (accessKeyId) => launched.proxy?.admit(accessKeyId),
    stop: () => (stopping ??= stop()),
    kill: child.kill,
    killedFor: child.killedFor,
  };
}

/** The calls that a signal cancels. Thousands share a signal, and a listener for each would be slow. */
function cancelling(): (signal: AbortSignal) => Set<GrpcCall> {
  const bySignal = new WeakMap<AbortSignal, Set<GrpcCall>>();
  return (signal) =>
    getOrInsert(bySignal, signal, () => {
      const calls = new Set<GrpcCall>();
      signal.addEventListener('abort', () => calls.forEach((call) => call.cancel()), { once: true });
      return calls;
    });
}

/** Reads a plugin's output, which would block otherwise; counts and drops it, since it may hold secrets. */
async function discardOutput(client: GrpcClient, rpc: Rpc, wrote: (bytes: number) => void): Promise<void> {
  const counted = { ...rpc, responseDeserialize: ({ length }: Buffer) => ({ length }) };
  try {
    for await (const { length } of client.stream(counted, {}).answers as AsyncIterable<{ length: number }>)
      wrote(length);
  } catch {
    // The plugin has ended.
  }
}
