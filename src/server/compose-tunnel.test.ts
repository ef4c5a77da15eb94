import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { OTHER_PRIVATE_HOSTS, PRIVATE_NAMES, THIS_MACHINE } from '../../testkit/private-hosts.ts';
import { composeTunnel } from './compose-tunnel.ts';

/** A service that is no web server, on addresses of this machine. It greets, and counts its connections. */
async function startService(...addresses: string[]) {
  const counts = { connections: 0 };
  const servers: ReturnType<typeof createServer>[] = [];
  let port = 0;
  for (const address of addresses) {
    const server = createServer((socket) => {
      counts.connections += 1;
      socket.on('error', () => undefined).end('hello');
    }).listen(port, address);
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    servers.push(server);
  }
  return { port, counts, [Symbol.dispose]: () => servers.forEach((server) => server.close()) };
}

/** Connects as a provider with these settings to each host, by CONNECT and by SOCKS 5. Returns the connections that were made. */
async function reached(
  given: { networks?: string[]; isTenants: boolean; resolve?: (name: string) => Promise<readonly string[]> },
  hosts: readonly string[],
  port: number,
): Promise<string[]> {
  const { networks = [], isTenants, resolve = async (name) => PRIVATE_NAMES[name] ?? [] } = given;
  const config = { webhookNetworks: networks, port: 1, awsEndpoint: undefined, providerSettings: undefined };
  const open = composeTunnel(config, { resolve });
  // Every host is meant, so that the address alone decides.
  const names = hosts.filter((host) => !/[[\]]|\.$|^localhost$|^127(?:\.\d+){3}$/.test(host));
  const reach = [`0.0.0.0/0:${port}`, `[::]/0:${port}`, ...names.map((host) => `${host}:${port}`)];
  const tunnel = await open({ source: 'registry.terraform.io/acme/db', reach, isTenants });
  const proxy = new URL(tunnel.env['ALL_PROXY'] ?? '');
  const said = async (bytes: Buffer): Promise<string> => {
    const socket = connect(Number(proxy.port), '127.0.0.1');
    socket.write(bytes);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  };
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
  const digits = Buffer.alloc(2);
  digits.writeUInt16BE(port);
  const basic = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
  const found: string[] = [];
  try {
    for (const host of hosts) {
      const place = `${host}:${port}`;
      const byHttp = await said(
        Buffer.from(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`),
      );
      const signIn = [Buffer.from([5, 1, 2, 1]), text(proxy.username), text(proxy.password)];
      const bySocks = await said(
        Buffer.concat([...signIn, Buffer.from([5, 1, 0, 3]), text(host.replace(/^\[|\]$/g, '')), digits]),
      );
      if (byHttp.endsWith('hello')) found.push(`${host} by CONNECT`);
      if (bySocks.endsWith('hello')) found.push(`${host} by SOCKS`);
    }
  } finally {
    await tunnel.close();
  }
  return found;
}

const HOSTS = [...THIS_MACHINE, ...OTHER_PRIVATE_HOSTS, ...Object.keys(PRIVATE_NAMES)];

test.each([true, false])(
  'lets no provider to this machine or to metadata services, settings of tenants: %s',
  async (isTenants) => {
    using service = await startService('127.0.0.1', '::1');
    // Addresses that exist nowhere would be waited for.
    const hosts = HOSTS.filter((host) => isTenants || !/^(10|172|192|100\.64|\[f|inside)/.test(host));
    expect(await reached({ isTenants }, hosts, service.port)).toEqual([]);
    expect(service.counts.connections).toBe(0);
  },
);

test('lets providers with settings of tenants to the private networks that the operator allows, and to no others', async () => {
  using service = await startService('127.0.0.2');
  const names: Record<string, string[]> = { 'db.example': ['127.0.0.2'], 'metadata.example': ['169.254.169.254'] };
  const resolve = async (name: string) => names[name] ?? [];
  const hosts = ['127.0.0.2', ...Object.keys(names)];
  const to = (...networks: string[]) => reached({ networks, isTenants: true, resolve }, hosts, service.port);
  expect(await to()).toEqual([]);
  expect(await to('10.0.0.0/8')).toEqual([]);
  expect(service.counts.connections).toBe(0);
  expect(await to('127.0.0.2/32', '169.254.0.0/16')).toEqual([
    '127.0.0.2 by CONNECT',
    '127.0.0.2 by SOCKS',
    'db.example by CONNECT',
    'db.example by SOCKS',
  ]);
});

test('connects a provider to the address that was checked, although the name has another a moment later', async () => {
  using service = await startService('127.0.0.2');
  let lookups = 0;
  const resolve = async () => (lookups++ % 2 === 0 ? ['127.0.0.2'] : ['127.0.0.1']);
  const given = { networks: ['127.0.0.2/32'], isTenants: true, resolve };
  expect(await reached(given, ['rebound.example'], service.port)).toEqual(['rebound.example by CONNECT']);
  expect(lookups).toBe(2);
});
