import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** A request of a process to a cloud. */
export type HostRequest = {
  method?: string;
  target?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};
export type HostResponse = { status: number; headers: Record<string, unknown>; body: Buffer };

/** A connection to one host, as a provider opens it. */
export type HostConnection = {
  ask(request: HostRequest, signal?: AbortSignal): Promise<HostResponse>;
  socket: TLSSocket;
  close(): void;
};

export type Connecting = {
  alpn?: 'h2' | 'http/1.1';
  /** The server name of the TLS handshake; by default the host. */
  servername?: string;
  authorization?: string | undefined;
};

/** An `Authorization` header of a request signed with dummy credentials. Nothing verifies the signature. */
export function dummySignature(accessKeyId: string, service: string, region = 'us-east-1'): string {
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=00`;
}

type DoorEnv = Readonly<Record<string, string>>;

/** Opens a tunnel to a host through a proxy. Resolves to the status if the proxy refuses. */
export async function tunnel(env: DoorEnv, host: string, authorization?: string): Promise<Socket | number> {
  const proxy = new URL(env.HTTPS_PROXY ?? '');
  const basic = `Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}`;
  const out = httpRequest({
    host: proxy.hostname,
    port: proxy.port,
    method: 'CONNECT',
    path: host.includes(':') ? host : `${host}:443`,
    headers: { 'proxy-authorization': authorization ?? basic },
  }).end();
  const [answer, socket] = (await once(out, 'connect')) as [IncomingMessage, Socket];
  if (answer.statusCode === 200) return socket;
  socket.destroy();
  return answer.statusCode ?? 0;
}

/** Connects to a host through the proxy that `env` describes. Rejects if the proxy refuses. */
export async function connectThrough(env: DoorEnv, host: string, options: Connecting = {}): Promise<HostConnection> {
  const { alpn = 'http/1.1', servername = host.split(':')[0] ?? '' } = options;
  const through = await tunnel(env, host, options.authorization);
  if (typeof through === 'number') throw new Error(`the proxy answered with ${through}`);
  const ca = readFileSync(env.AWS_CA_BUNDLE ?? '');
  const socket = connectTls({ socket: through, servername, ca, ALPNProtocols: [alpn], minVersion: 'TLSv1.2' });
  await once(socket, 'secureConnect');
  socket.on('error', () => undefined);
  const ask = alpn === 'h2' ? askingHttp2(socket, host) : askingHttp1(socket, host);
  return { ask, socket, close: () => through.destroy() };
}

function askingHttp1(socket: TLSSocket, host: string): HostConnection['ask'] {
  const agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), { createConnection: () => socket });
  return async ({ method = 'GET', target = '/', headers = {}, body = '' }, signal) => {
    const out = httpRequest({ agent, method, path: target, headers: { host, ...headers }, signal });
    out.end(body);
    const [answer] = (await once(out, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
  };
}

function askingHttp2(socket: TLSSocket, host: string): HostConnection['ask'] {
  const session = connectHttp2(`https://${host}`, { createConnection: () => socket });
  session.on('error', () => undefined);
  return async ({ method = 'GET', target = '/', headers = {}, body = '' }, signal) => {
    const all = { ':method': method, ':path': target, ':authority': host, ...headers };
    const out = session.request(all, { signal, endStream: body.length === 0 });
    if (body.length > 0) out.end(body);
    const [answer] = (await once(out, 'response')) as [Record<string, unknown>];
    return { status: Number(answer[':status']), headers: answer, body: await buffer(out) };
  };
}
