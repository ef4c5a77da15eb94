import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ProxyEnv } from './provider-proxy.ts';

const CONNECT_MS = 30_000;
const MAX_ANSWER = 16 * 1024;

/** The proxy for HTTPS to a host, by Plumbline's environment, whose variables are read as by other programs. */
export function proxyFor(env: ProxyEnv, host: string): URL | undefined {
  const named = env['https_proxy'] || env['HTTPS_PROXY'];
  if (!named) return undefined;
  const direct = (env['no_proxy'] || env['NO_PROXY'] || '').split(',').map((one) => one.trim().toLowerCase());
  const without = (one: string): string => one.replace(/^\*?\./, '').replace(/:\d+$/, '');
  const name = host.toLowerCase();
  if (direct.some((one) => one !== '' && (one === '*' || name === without(one) || name.endsWith(`.${without(one)}`))))
    return undefined;
  return new URL(named);
}

async function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> {
  // An error rejects `once`. Without this listener, a later error would crash the process.
  socket.on('error', () => undefined);
  const timer = setTimeout(() => socket.destroy(new Error('timeout')), CONNECT_MS);
  try {
    await once(socket, event);
    return socket;
  } finally {
    clearTimeout(timer);
  }
}

/** Connects to one address. */
export function connectTo(address: string, port: number): Promise<Socket> {
  return opened(connect({ host: address, port, noDelay: true }), 'connect');
}

/** Connects through a proxy. Rejects where the proxy refuses. */
export async function connectThroughProxy(proxy: URL, host: string, port: number): Promise<Socket> {
  const secure = proxy.protocol === 'https:';
  const at = { host: proxy.hostname.replace(/^\[|\]$/g, ''), port: Number(proxy.port || (secure ? 443 : 80)) };
  const socket = secure
    ? await opened(connectSecurely({ ...at, servername: at.host }), 'secureConnect')
    : await opened(connect(at), 'connect');
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization =
    proxy.username === '' ? '' : `Proxy-Authorization: Basic ${Buffer.from(user).toString('base64')}\r\n`;
  socket.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${authorization}\r\n`);
  let held: Buffer = Buffer.alloc(0);
  while (!held.includes('\r\n\r\n')) {
    const [chunk] = (await Promise.race([
      once(socket, 'data'),
      once(socket, 'close').then(() => Promise.reject(new Error('the proxy hung up'))),
    ])) as [Buffer];
    held = Buffer.concat([held, chunk]);
    if (held.length > MAX_ANSWER) break;
  }
  const end = held.indexOf('\r\n\r\n') + 4;
  if (end < 4 || !/^HTTP\/1\.[01] 2\d\d/.test(held.toString('latin1', 0, 20))) {
    socket.destroy();
    throw new Error('the proxy did not connect');
  }
  socket.pause();
  if (held.length > end) socket.unshift(held.subarray(end));
  return socket;
}
