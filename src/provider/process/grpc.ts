import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { CALL_STATUS, callError, isCallError, type CallError } from '../protocol/errors.ts';
import type { Rpc } from '../protocol/definitions.ts';
import { openCall } from './grpc-call.ts';
import { createMessages } from './grpc-messages.ts';

/** A call under way. Cancelling one that has ended does nothing. */
export type GrpcCall = { cancel(): void };

/** One connection to a server of gRPC. */
export type GrpcClient = {
  /** A call with one answer. `done` is called once: with what went wrong, or with the answer. */
  unary(rpc: Rpc, request: object, deadlineMs: number, done: (error?: CallError, answer?: object) => void): GrpcCall;
  /** A call with any number of answers, for any time where there is no deadline. They throw a `CallError`, also when it is cancelled. */
  stream(rpc: Rpc, request: object, deadlineMs?: number): GrpcCall & { answers: AsyncIterable<object> };
  /** Takes no further calls; those under way may come to their end. */
  close(): void;
  /** Breaks off whatever is under way. */
  destroy(): void;
};

export type GrpcServer = {
  /** The path of its socket. */
  socket: string;
  /** PEM: the server's certificate for `localhost`, and what the client shows it. */
  serverCertificate: string;
  clientCertificate: string;
  clientKey: string;
  /** The largest message that is taken. */
  maxMessageBytes: number;
};

/** Whole schemas come without being asked to go on every 64 KiB. */
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
 * Connects to a server of gRPC on a unix socket, by TLS with certificates on both sides. Calls may be made at once; where there is no
 * connection, or none any more, they fail as `UNAVAILABLE`.
 */
export function connectGrpc(server: GrpcServer): GrpcClient {
  const { socket: path, serverCertificate: ca, clientCertificate: cert, clientKey: key, maxMessageBytes } = server;
  const session = connectHttp2('https://localhost', {
    createConnection: () => connectTls({ path, ca, cert, key, servername: 'localhost', ALPNProtocols: ['h2'] }),
    settings: { initialWindowSize: WINDOW, enablePush: false },
    // It counts whole schemas on their way, and would refuse calls meanwhile.
    maxSessionMemory: Number.MAX_SAFE_INTEGER,
  });
  session.once('connect', () => session.setLocalWindowSize(WINDOW));
  // The calls hear of it.
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
          answer = messages(chunk).at(-1) ?? answer;
        } catch (error) {
          call.fail(error as CallError);
        }
      });
      call.onEnd((error) => {
        if (error) return done(error);
        if (answer === undefined) return done(callError(CALL_STATUS.INTERNAL, 'the answer holds no message'));
        let whole: object;
        try {
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
            for (const one of messages(chunk as Buffer)) yield decoded(rpc, one);
          isWhole = true;
        } catch (error) {
          if (isCallError(error)) call.fail(error);
        } finally {
          // Whoever listens no more wants nothing more.
          if (!isWhole) cancel();
        }
        const error = await ended;
        if (error) throw error;
      }
      return { cancel, answers: answers() };
    },
    close: () => session.close(),
    destroy: () => session.destroy(),
  };
}
