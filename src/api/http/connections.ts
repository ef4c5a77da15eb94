import { Server as NetServer, type Socket } from 'node:net';
import type { IncomingMessage, Server } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** A connection idle for this long is closed when the server stops; a busy one is served until then. */
const IDLE_MS = 1000;
/** How long requests in flight may take once the server stops. */
export const DRAIN_MS = 10_000;
/** How long a client may take to close a connection that the server has closed. */
const LINGER_MS = 1000;
const POLL_MS = 50;
/** After this many turns of the event loop without a new connection, no connection is waiting. */
const IDLE_TURNS = 3;
const TAKE_OVER_MS = 1000;

type State = {
  /** Requests without a response yet. */
  pending: Set<IncomingMessage>;
  /** When the last response was complete, or the connection was made. */
  since: number;
  /** Bytes read at that time: if there are more now, a request has begun to arrive. */
  read: number;
  /** Callbacks for when all completely received requests are answered. */
  whenAnswered: (() => void)[];
};

export type Connections = {
  count(): number;
  /** Calls `then` once every completely received request on the connection is answered: at once, or after the last. */
  afterAnswers(socket: Socket, then: () => void): void;
  /** Whether responses must have `Connection: close`. */
  draining(): boolean;
  /**
   * Stops serving without failing a request: accepts no new connections, answers requests in flight and those that still
   * arrive (handlers check `draining`), closes idle connections, and after 10 s all others.
   */
  drain(): Promise<void>;
};

const awaited = ({ pending }: State) => [...pending].some(({ complete }) => complete);

/** Tracks the server's connections. Call it before the server listens. */
export function watchConnections(server: Server): Connections {
  const open = new Map<Socket, State>();
  let draining = false;
  let accepted = 0;

  server.on('connection', (socket) => {
    accepted += 1;
    open.set(socket, { pending: new Set(), since: performance.now(), read: 0, whenAnswered: [] });
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const state = open.get(socket);
    if (!state) return;
    state.pending.add(request);
    response.once('close', () => {
      state.pending.delete(request);
      state.since = performance.now();
      state.read = socket.bytesRead;
      if (!awaited(state)) for (const then of state.whenAnswered.splice(0)) then();
    });
  });

  /** First accepts the connections that wait in the kernel, one per turn: closing the server would reset them. */
  async function takeOver(): Promise<void> {
    const deadline = performance.now() + TAKE_OVER_MS;
    for (let idleTurns = 0; idleTurns < IDLE_TURNS && performance.now() < deadline;) {
      const before = accepted;
      await turn();
      idleTurns = accepted === before ? idleTurns + 1 : 0;
    }
  }

  const idle = ([socket, { pending, since, read }]: [Socket, State]) =>
    pending.size === 0 && socket.bytesRead === read && performance.now() - since >= IDLE_MS;

  /** Ends a connection without losing sent data, as `destroy` would. */
  function close(socket: Socket): void {
    if (socket.writableEnded) return;
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  return {
    count: () => open.size,
    afterAnswers(socket, then) {
      const state = open.get(socket);
      if (state && awaited(state)) state.whenAnswered.push(then);
      else then();
    },
    draining: () => draining,
    async drain() {
      if (draining || !server.listening) return;
      await takeOver();
      // Not the HTTP server's own `close`, which cuts connections that seem idle even if a request is on its way.
      NetServer.prototype.close.call(server);
      // Not earlier: a client that has to reconnect must not find this server still listening.
      draining = true;
      const deadline = performance.now() + DRAIN_MS;
      while (open.size > 0 && performance.now() < deadline) {
        for (const entry of [...open].filter(idle)) close(entry[0]);
        await sleep(POLL_MS);
      }
      for (const socket of open.keys()) socket.destroy();
    },
  };
}
