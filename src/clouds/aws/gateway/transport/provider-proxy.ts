import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createAuthority } from './authority.ts';
import { serve, type Handler, type HeldBytes, type ServeOptions } from './inbound.ts';
import type { ProviderProxy } from '../../../tunnel/provider-proxy.ts';

const USER = 'plumbline';
/** The maximum number of hosts kept: each bucket is a host, and a process may invent others. */
const MAX_HOSTS = 500;
/** A host name and a port, which are checked further where they are used. */
const AUTHORITY = /^([a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9])?):(\d{1,5})$/i;

function same(actual: string | undefined, expected: Buffer): boolean {
  const bytes = Buffer.from(actual ?? '');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** Refuses a connection, without a reason: a client with the password is a provider. */
function turnAway(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

/** Serves HTTP/1.1 and HTTP/2 as one host, whatever its name, to clients that ask for this name. */
function openHost(
  host: string,
  port: string,
  identity: { key: string; cert: string },
  answering: Omit<ServeOptions, 'host'>,
): Http2SecureServer {
  const named = port === '443' ? host : `${host}:${port}`;
  const server = createSecureServer({
    ...identity,
    allowHTTP1: true,
    minVersion: 'TLSv1.2',
    SNICallback: (name, done) => done(name.toLowerCase() === host ? null : new Error('another host')),
  });
  // The process decides how long connections are kept: closing one in use would cost a call.
  Object.assign(server, { keepAliveTimeout: 0 });
  server.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
    serve(request as unknown as IncomingMessage, response, { host: named, ...answering });
  });
  // Without this, HTTP/2 misses a client's end: the connections are half-open, as HTTP/1.1's.
  server.on('session', (session) => session.socket.once('end', () => session.destroy()));
  for (const event of ['tlsClientError', 'clientError', 'sessionError'])
    server.on(event, (_error: unknown, socket?: { destroy?: () => void }) => socket?.destroy?.());
  return server;
}

/**
 * Opens a proxy on 127.0.0.1 for one process. It requires a password, and `handler` answers for every host. The
 * certificate that the process has to trust is written into `dir`; keys and password stay in memory.
 */
export async function openProviderProxy(dir: string, handler: Handler): Promise<Omit<ProviderProxy, 'admit'>> {
  const password = randomBytes(24).toString('base64url');
  const expected = Buffer.from(`Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`);
  const authority = createAuthority();
  const bundle = join(dir, 'gateway-ca.pem');
  await writeFile(bundle, authority.certificate, { mode: 0o600 });

  const held: HeldBytes = { bytes: 0 };
  const hosts = new Map<string, Http2SecureServer>();
  const sockets = new Set<Duplex>();
  const front = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    request.resume();
    response.writeHead(403, { connection: 'close' }).end();
  });
  front.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  front.on('clientError', (_error, socket) => socket.destroy());
  front.on('connect', (request, socket, head) => {
    if (!same(request.headers['proxy-authorization'], expected))
      return turnAway(socket, '407 Proxy Authentication Required');
    const [whole, host = '', port = ''] = AUTHORITY.exec((request.url ?? '').toLowerCase()) ?? [];
    if (whole === undefined) return turnAway(socket, '400 Bad Request');
    let server = hosts.get(whole);
    if (!server) {
      hosts.set(whole, (server = openHost(host, port, authority.server(host), { handler, held })));
      // Its open connections continue.
      for (const oldest of hosts.keys()) if (hosts.size > MAX_HOSTS) hosts.delete(oldest);
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    server.emit('connection', socket);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');

  const { port } = front.address() as AddressInfo;
  const url = `http://${USER}:${password}@127.0.0.1:${port}`;
  return {
    env: { HTTPS_PROXY: url, HTTP_PROXY: url, NO_PROXY: '', AWS_CA_BUNDLE: bundle },
    endsTls: true,
    ports: [port],
    accept: (_port, socket) => void front.emit('connection', socket),
    async close() {
      const closed = new Promise((done) => front.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
