import { Server as NetServer, type Socket } from 'node:net';
import type { IncomingMessage, Server } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** A connection that said nothing for this long is closed when the server stops; one that is in use answers till then. */
const IDLE_MS = 1000;
/** How long requests in flight may take once the server stops. */
export const DRAIN_MS = 10_000;
/** How long a client has to close a connection that we have closed. */
const LINGER_MS = 1000;
const POLL_MS = 50;
/** So many turns of the event loop without a new connection: none waits any more. */
const IDLE_TURNS = 3;
const TAKE_OVER_MS = 1000;

type State = {
  /** Requests that are not answered yet. */
  pending: Set<IncomingMessage>;
  /** When the last answer was whole, or the connection was made. */
  since: number;
  /** How much had been read then: when it is more, a request has begun to arrive. */
  read: number;
  /** Waits for the answers to what has arrived whole. */
  whenAnswered: (() => void)[];
};

export type Connections = {
  count(): number;
  /** Calls `then` when every request that arrived whole on the connection is answered: at once, or after the last. */
  afterAnswers(socket: Socket, then: () => void): void;
  /** Whether answers have to say `Connection: close`. */
  draining(): boolean;
  /**
   * Ends serving without failing a request: takes no new connections, answers what is in flight and what still arrives
   * (whoever answers asks `draining`), closes connections once they are idle, and all that are left after 10 s.
   */
  drain(): Promise<void>;
};

const awaited = ({ pending }: State) => [...pending].some(({ complete }) => complete);

/** Keeps account of the server's connections, from before it listens. */
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

  /** Connections that the kernel has accepted for us are taken over first, one a turn: closing would reset them. */
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

  /** Says that nothing more comes; the client has not lost what it was sent, as it would have by `destroy`. */
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
      // Not the HTTP server's own `close`: that cuts connections that seem idle, with a request on its way or not.
      NetServer.prototype.close.call(server);
      // From now on, and not before: a client that has to reconnect must not find this server still listening.
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
