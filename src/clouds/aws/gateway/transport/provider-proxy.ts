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
/** Each bucket is a host, and so is what a process makes up: so many are remembered. */
const MAX_HOSTS = 500;
/** A name of a host, and a port; what comes is checked further where it is used. */
const AUTHORITY = /^([a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9])?):(\d{1,5})$/i;

function same(actual: string | undefined, expected: Buffer): boolean {
  const bytes = Buffer.from(actual ?? '');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** Ends a connection to an unknown target, without a reason: whoever has the password knows it. */
function turnAway(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

/** Speaks HTTP/1.1 and 2 as one host, whatever that is, and only with who asks for it by this name. */
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
  // Which connections are kept, and how long, is for the process to say: one that is closed while it is used costs a call.
  Object.assign(server, { keepAliveTimeout: 0 });
  server.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
    serve(request as unknown as IncomingMessage, response, { host: named, ...answering });
  });
  // HTTP/2 would not hear of it that its client has gone: these connections began as half-open ones, as HTTP/1.1 has them.
  server.on('session', (session) => session.socket.once('end', () => session.destroy()));
  for (const event of ['tlsClientError', 'clientError', 'sessionError'])
    server.on(event, (_error: unknown, socket?: { destroy?: () => void }) => socket?.destroy?.());
  return server;
}

/**
 * Listens on 127.0.0.1 for one process: a proxy that it needs a password for, and behind which `handler` is every host.
 * The certificate that makes the process believe so is written into `dir`; keys and password are in memory only.
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
      // Connections that it has already go on.
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
