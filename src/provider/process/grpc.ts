import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { CALL_STATUS, callError, isCallError, type CallError } from '../protocol/errors.ts';
import type { Rpc } from '../protocol/definitions.ts';
import { openCall } from './grpc-call.ts';
import { createMessages } from './grpc-messages.ts';

/** A pending call. To cancel a finished call does nothing. */
export type GrpcCall = { cancel(): void };

/** A connection to a gRPC server. */
export type GrpcClient = {
  /** Makes a call with one answer. `done` is called once, with the error or the answer. */
  unary(rpc: Rpc, request: object, deadlineMs: number, done: (error?: CallError, answer?: object) => void): GrpcCall;
  /** Makes a call with any number of answers. The iteration throws a `CallError`, also after `cancel`. */
  stream(rpc: Rpc, request: object, deadlineMs?: number): GrpcCall & { answers: AsyncIterable<object> };
  /** Accepts no further calls; pending ones may finish. */
  close(): void;
  /** Aborts all pending calls. */
  destroy(): void;
};

export type GrpcServer = {
  /** The path of its socket. */
  socket: string;
  /** PEM: the server's certificate for `localhost`, and the client's own. */
  serverCertificate: string;
  clientCertificate: string;
  clientKey: string;
  /** The maximum size of a message. */
  maxMessageBytes: number;
};

/** Large enough for whole schemas to arrive without a window update every 64 KiB. */
const WINDOW = 8 * 1024 ** 2;

const cancelled = () => callError(CALL_STATUS.CANCELLED, 'the call was cancelled');

function decoded(rpc: Rpc, message: Buffer): object {
  try {
    return rpc.responseDeserialize(message);
  } catch {
    throw callError(CALL_STATUS.INTERNAL, 'the answer cannot be decoded');
  }
}

/**
 * Connects to a gRPC server on a unix socket, by mutual TLS. Calls may be made at once; without a connection, or after
 * it has closed, they fail as `UNAVAILABLE`.
 */
export function connectGrpc(server: GrpcServer): GrpcClient {
  const { socket: path, serverCertificate: ca, clientCertificate: cert, clientKey: key, maxMessageBytes } = server;
  const session = connectHttp2('https://localhost', {
    createConnection: () => connectTls({ path, ca, cert, key, servername: 'localhost', ALPNProtocols: ['h2'] }),
    settings: { initialWindowSize: WINDOW, enablePush: false },
    // The limit also counts schemas in transit, and would refuse calls meanwhile.
    maxSessionMemory: Number.MAX_SAFE_INTEGER,
  });
  session.once('connect', () => session.setLocalWindowSize(WINDOW));
  // The calls report it.
  session.on('error', () => undefined);
  const open = (rpc: Rpc, request: object, deadlineMs?: number) =>
    openCall(session, { path: rpc.path, message: rpc.requestSerialize(request), deadlineMs });

  return {
    unary(rpc, request, deadlineMs, done) {
      const call = open(rpc, request, deadlineMs);
      const messages = createMessages(maxMessageBytes);
      let answer: Buffer | undefined;
      call.stream?.on('data', (chunk: Buffer) => {
        try {
          answer = messages.add(chunk).at(-1) ?? answer;
        } catch (error) {
          call.fail(error as CallError);
        }
      });
      call.onEnd((error) => {
        if (error) return done(error);
        if (answer === undefined) return done(callError(CALL_STATUS.INTERNAL, 'the answer holds no message'));
        let whole: object;
        try {
          messages.end();
          whole = decoded(rpc, answer);
        } catch (wrong) {
          return done(wrong as CallError);
        }
        done(undefined, whole);
      });
      return { cancel: () => call.fail(cancelled()) };
    },
    stream(rpc, request, deadlineMs) {
      const call = open(rpc, request, deadlineMs);
      const ended = new Promise<CallError | undefined>((done) => call.onEnd(done));
      const messages = createMessages(maxMessageBytes);
      const cancel = () => call.fail(cancelled());
      async function* answers(): AsyncGenerator<object> {
        let isWhole = false;
        try {
          for await (const chunk of call.stream ?? [])
            for (const one of messages.add(chunk as Buffer)) yield decoded(rpc, one);
          isWhole = true;
        } catch (error) {
          if (isCallError(error)) call.fail(error);
        } finally {
          // A consumer that stops iterating cancels the call.
          if (!isWhole) cancel();
        }
        const error = await ended;
        if (error) throw error;
        messages.end();
      }
      return { cancel, answers: answers() };
    },
    close: () => session.close(),
    destroy: () => session.destroy(),
  };
}
