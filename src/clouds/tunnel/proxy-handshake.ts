import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';

/** The target that a client of the tunnel asks for, and the two replies. */
export type ConnectRequest = {
  host: string;
  port: number;
  accept(): void;
  refuse(): void;
};

const MAX_HEAD = 16 * 1024;
const SOCKS = 5;
const [NO_METHOD, PASSWORD_METHOD] = [0xff, 2];
const [CONNECT, IPV4, NAME, IPV6] = [1, 1, 3, 4];
/** General failure: clients get no more detail. */
const [GRANTED, NOT_ALLOWED] = [0, 2];

/** A host name. Other characters could smuggle more than a target into the request to the next proxy. */
const NAME_OF_HOST = /^(?=.{1,253}$)[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i;
/** A zone names an interface of this machine. */
const isHost = (host: string): boolean => (isIP(host) === 0 ? NAME_OF_HOST.test(host) : !host.includes('%'));

/** Reads bytes off a socket as they arrive. Rejects when the socket ends, or sends more than a handshake needs. */
function reader(socket: Socket) {
  let held: Buffer = Buffer.alloc(0);
  const gone = new Promise<never>((_, fail) => socket.once('close', () => fail(new Error('ended'))));
  gone.catch(() => undefined);
  const more = async (): Promise<void> => {
    const [chunk] = (await Promise.race([once(socket, 'data'), gone])) as [Buffer];
    held = Buffer.concat([held, chunk]);
    if (held.length > MAX_HEAD) throw new Error('too long');
  };
  const take = async (length: number): Promise<Buffer> => {
    while (held.length < length) await more();
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };
  const until = async (mark: string): Promise<string> => {
    while (!held.includes(mark)) await more();
    return (await take(held.indexOf(mark) + mark.length)).toString('latin1');
  };
  const peek = async (): Promise<number> => {
    while (held.length === 0) await more();
    return held[0] ?? 0;
  };
  /** Puts surplus bytes back into the socket. */
  const rest = (): void => {
    socket.pause();
    if (held.length > 0) socket.unshift(held);
  };
  return { take, until, peek, rest };
}

async function socksAddress(read: ReturnType<typeof reader>, kind: number): Promise<string | undefined> {
  if (kind === IPV4) return [...(await read.take(4))].join('.');
  if (kind === NAME) return (await read.take((await read.take(1))[0] ?? 0)).toString('latin1');
  if (kind !== IPV6) return undefined;
  const bytes = await read.take(16);
  return Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(i * 2).toString(16)).join(':');
}

async function socks(
  socket: Socket,
  read: ReturnType<typeof reader>,
  knows: (user: string, password: string) => boolean,
) {
  const methods = await read.take((await read.take(2))[1] ?? 0);
  if (!methods.includes(PASSWORD_METHOD)) return void socket.end(Buffer.from([SOCKS, NO_METHOD]));
  socket.write(Buffer.from([SOCKS, PASSWORD_METHOD]));
  const user = (await read.take((await read.take(2))[1] ?? 0)).toString();
  const password = (await read.take((await read.take(1))[0] ?? 0)).toString();
  if (!knows(user, password)) return void socket.end(Buffer.from([1, 1]));
  socket.write(Buffer.from([1, 0]));
  const [, command, , kind = 0] = await read.take(4);
  const host = await socksAddress(read, kind);
  if (host === undefined) return void socket.destroy();
  const port = (await read.take(2)).readUInt16BE(0);
  read.rest();
  const say = (what: number): boolean => socket.write(Buffer.from([SOCKS, what, 0, IPV4, 0, 0, 0, 0, 0, 0]));
  const refuse = (): void => {
    say(NOT_ALLOWED);
    socket.end();
  };
  if (command !== CONNECT) return refuse();
  return { host, port, accept: () => void say(GRANTED), refuse };
}

const REQUEST = /^CONNECT (\[[0-9a-f:.]+\]|[^\s:]{1,253}):(\d{1,5}) HTTP\/1\.[01]\r\n/i;
const AUTHORIZATION = /\r\nproxy-authorization: *basic +([a-z0-9+/=]+) *\r\n/i;

async function http(
  socket: Socket,
  read: ReturnType<typeof reader>,
  knows: (user: string, password: string) => boolean,
) {
  const head = await read.until('\r\n\r\n');
  const end = (status: string): void =>
    void socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  const credentials = Buffer.from(AUTHORIZATION.exec(head)?.[1] ?? '', 'base64').toString();
  const colon = credentials.indexOf(':');
  if (!knows(credentials.slice(0, Math.max(0, colon)), credentials.slice(colon + 1)))
    return end('407 Proxy Authentication Required\r\nProxy-Authenticate: Basic');
  const [, host, port] = REQUEST.exec(head) ?? [];
  if (host === undefined) return end('405 Method Not Allowed');
  read.rest();
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    accept: () => void socket.write('HTTP/1.1 200 Connection established\r\n\r\n'),
    // Clients show the reason, which distinguishes this refusal from one of the service itself.
    refuse: () => end('403 Connection refused or not allowed by reach'),
  };
}

/**
 * Runs the handshake, SOCKS 5 or HTTP CONNECT as the client chooses, until the target is known. Returns undefined after
 * it has answered a client with a wrong password or another request. Rejects when the client disconnects.
 */
export async function acceptRequest(
  socket: Socket,
  knows: (user: string, password: string) => boolean,
): Promise<ConnectRequest | undefined> {
  const read = reader(socket);
  const request = (await read.peek()) === SOCKS ? await socks(socket, read, knows) : await http(socket, read, knows);
  if (request && !isHost(request.host)) {
    request.refuse();
    return undefined;
  }
  return request ?? undefined;
}
