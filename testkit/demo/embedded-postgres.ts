import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';

/** The messages after which a client waits for a response: https://www.postgresql.org/docs/current/protocol-message-formats.html. */
const ASKS = ['Q', 'S'];
const END = 'X';

/** The length of the complete messages in `bytes` up to the last one that needs a response. The first message has no type. */
function wholeUntil(bytes: Buffer, isFirst: boolean): number {
  let whole = 0;
  for (let [at, first] = [0, isFirst]; ; first = false) {
    const head = first ? 0 : 1;
    if (at + head + 4 > bytes.length) return whole;
    const end = at + head + bytes.readUInt32BE(at + head);
    if (end > bytes.length) return whole;
    if (first || ASKS.includes(String.fromCharCode(bytes[at] ?? 0))) whole = end;
    at = end;
  }
}

/** Passes a client's messages to the database. All clients share its one session, so messages up to a response stay together. */
function serve(db: PGlite, socket: Socket): void {
  let [left, isFirst] = [Buffer.alloc(0), true];
  let turn: Promise<unknown> = Promise.resolve();
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    left = Buffer.concat([left, chunk]);
    const length = wholeUntil(left, isFirst);
    if (length === 0) return void (String.fromCharCode(left[0] ?? 0) === END && socket.end());
    const messages = new Uint8Array(left.subarray(0, length));
    [left, isFirst] = [left.subarray(length), false];
    turn = turn
      .then(() => db.runExclusive(() => db.execProtocolRaw(messages)))
      .then((answer) => void socket.write(answer))
      .catch(() => socket.destroy());
  });
}

/** Starts a Postgres in this process and in memory. Clients connect to it over TCP from this machine, with any password. */
export async function startEmbeddedPostgres(): Promise<{ url: string; close(): Promise<void> }> {
  const db = await PGlite.create();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(db, socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await db.close();
    },
  };
}
