import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { createReach } from '../../integrations/http/addresses.ts';
import type { ProviderProxy } from './provider-proxy.ts';
import { DEFAULT_REACH, isMeant, localPorts, readReach } from './reach.ts';
import { openTunnel, type TunnelOptions } from './tunnel.ts';

/** A service that greets its clients, and counts their connections. */
async function service() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.end('hello');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, [Symbol.dispose]: () => server.close() };
}

async function withTunnel<T>(options: Partial<TunnelOptions>, work: (tunnel: ProviderProxy) => Promise<T>): Promise<T> {
  const tunnel = await openTunnel({ rules: DEFAULT_REACH, isAllowed: () => true, ...options });
  try {
    return await work(tunnel);
  } finally {
    await tunnel.close();
  }
}

async function saidOn(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

/** The result of a CONNECT request for a place. */
async function byHttp(tunnel: ProviderProxy, place: string, password?: string): Promise<string> {
  const proxy = new URL(tunnel.env['HTTPS_PROXY'] ?? '');
  const user = `${proxy.username}:${password ?? proxy.password}`;
  const socket = connect(Number(proxy.port), '127.0.0.1');
  socket.write(
    `CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\nProxy-Authorization: Basic ${Buffer.from(user).toString('base64')}\r\n\r\n`,
  );
  return saidOn(socket);
}

/** The same by SOCKS 5; bytes are an IPv6 address. */
async function bySocks(tunnel: ProviderProxy, host: string | Buffer, port: number, password?: string): Promise<string> {
  const proxy = new URL(tunnel.env['ALL_PROXY'] ?? '');
  const socket = connect(Number(proxy.port), '127.0.0.1');
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
  const digits = Buffer.alloc(2);
  digits.writeUInt16BE(port);
  // Sends all messages at once, without waiting for the answers.
  socket.write(
    Buffer.concat([
      Buffer.from([5, 1, 2, 1]),
      text(proxy.username),
      text(password ?? proxy.password),
      Buffer.from([5, 1, 0, typeof host === 'string' ? 3 : 4]),
      typeof host === 'string' ? text(host) : host,
      digits,
    ]),
  );
  return saidOn(socket);
}

const names = (map: Record<string, string[]>) => async (name: string) => map[name] ?? [];

describe('a tunnel', () => {
  test('connects to an allowed name, at the address that was checked', async () => {
    using it = await service();
    const rules = readReach([`*.example.com:${it.port}`]);
    const resolve = names({ 'db.example.com': ['127.0.0.1'] });
    // This machine stands in for another one.
    await withTunnel({ rules, resolve, own: () => new Set() }, async (tunnel) => {
      expect(await byHttp(tunnel, `db.example.com:${it.port}`)).toBe(
        'HTTP/1.1 200 Connection established\r\n\r\nhello',
      );
      expect(await bySocks(tunnel, 'db.example.com', it.port)).toContain('hello');
      expect(await byHttp(tunnel, `other.org:${it.port}`)).toContain('403');
      expect(await byHttp(tunnel, `127.0.0.1:${it.port}`)).toContain('403');
    });
    expect(it.connections()).toBe(2);
    await withTunnel({ rules, resolve }, async (tunnel) => {
      expect(await byHttp(tunnel, `db.example.com:${it.port}`)).toContain('403');
    });
    expect(it.connections()).toBe(2);
  });

  test("connects through the server's proxy, by either protocol", async () => {
    const asked: string[] = [];
    const proxy = createServer((socket) => {
      socket.once('data', (chunk: Buffer) => {
        asked.push(chunk.toString().split('\r\n')[0] ?? '');
        socket.end('HTTP/1.1 200 Connection established\r\n\r\nhello');
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const env = { HTTPS_PROXY: `http://u:p@127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    await withTunnel({ env, isAllowed: (address) => createReach([])(address) !== 'refused' }, async (tunnel) => {
      expect(await byHttp(tunnel, 'api.example.com:443')).toBe('HTTP/1.1 200 Connection established\r\n\r\nhello');
      expect(await bySocks(tunnel, 'api.example.com', 443)).toContain('hello');
      for (const host of ['127.0.0.1', '169.254.169.254', 'localhost', '[::1]', '[::ffff:127.0.0.1]'])
        expect([host, await byHttp(tunnel, `${host}:443`)]).toEqual([host, expect.stringContaining('403')]);
      expect(await byHttp(tunnel, 'api.example.com:80')).toContain('403');
    });
    proxy.close();
    expect(asked).toEqual(['CONNECT api.example.com:443 HTTP/1.1', 'CONNECT api.example.com:443 HTTP/1.1']);
  });

  test("sends the server's proxy nothing but a name or an address", async () => {
    const asked: string[] = [];
    const proxy = createServer((socket) => {
      socket.once('data', (chunk: Buffer) => {
        asked.push(chunk.toString('latin1'));
        socket.end('HTTP/1.1 200 Connection established\r\n\r\nhello');
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const env = { HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    const isAllowed = (address: string) => createReach([])(address) !== 'refused';
    const rules = readReach(['*.corp.example:443', '0.0.0.0/0:443']);
    await withTunnel({ env, isAllowed, rules }, async (tunnel) => {
      for (const host of [
        '::ffff:169.254.169.254]:80 HTTP/1.1\r\nFoo: a.corp.example',
        '169.254.169.254:80/a.corp.example',
        'a b.corp.example',
        'a@b.corp.example',
        '\u00e9.corp.example',
        '.corp.example',
        'fe80::1%eth0',
        '',
      ])
        expect([host, (await bySocks(tunnel, host, 443)).length]).toEqual([host, 14]);
    });
    await withTunnel({ env, isAllowed }, async (tunnel) => {
      for (const host of ['127.1', '2130706433', '0x7f.1', '0x7f000001', '127.0.0.0x1', '127.0.0.1.', '0177.1', '0x']) {
        expect([host, (await bySocks(tunnel, host, 443)).length]).toEqual([host, 14]);
        expect([host, await byHttp(tunnel, `${host}:443`)]).toEqual([host, expect.stringContaining('403')]);
      }
      expect(asked).toEqual([]);
      expect(await bySocks(tunnel, '3com.1a', 443)).toContain('hello');
    });
    proxy.close();
  });

  test('recognizes this machine however its address is written', async () => {
    const own = () => ['fd00::2', '10.1.2.3'];
    const bytes = (address: string) => Buffer.from(address.padEnd(32, '0'), 'hex');
    const connected: string[] = [];
    const isAllowed = (address: string) => {
      connected.push(address);
      return true;
    };
    await withTunnel({ own, isAllowed }, async (tunnel) => {
      const mine = bytes('fd000000000000000000000000000002');
      const mapped = bytes('00000000000000000000ffff0a010203');
      for (const host of [
        'fd00::2',
        'FD00:0::2',
        'fd00:0:0:0:0:0:0:2',
        '::ffff:10.1.2.3',
        '::ffff:a01:203',
        mine,
        mapped,
      ])
        expect([host, (await bySocks(tunnel, host, 443)).length]).toEqual([host, 14]);
      for (const host of ['[fd00::2]', '[fd00:0::2]', '[::ffff:10.1.2.3]'])
        expect([host, await byHttp(tunnel, `${host}:443`)]).toEqual([host, expect.stringContaining('403')]);
    });
    expect(new Set(connected)).toEqual(new Set(['fd00::2', '10.1.2.3']));
  });

  test('refuses this machine, its link and the metadata of clouds, also behind a name', async () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
    const isAllowed = (address: string) => createReach(['10.0.0.0/8', '192.168.0.0/16'])(address) !== 'refused';
    const resolve = names({
      'rebound.example.com': ['127.0.0.1'],
      'metadata.example.com': ['169.254.169.254'],
      'own.example.com': own,
    });
    await withTunnel({ isAllowed, resolve }, async (tunnel) => {
      for (const host of [
        '127.0.0.1',
        '0.0.0.0',
        '169.254.169.254',
        '[fd00:ec2::254]',
        '[::1]',
        '[::]',
        '[::ffff:127.0.0.1]',
        '[::ffff:a9fe:a9fe]',
        '224.0.0.1',
        '2130706433',
        'rebound.example.com',
        'metadata.example.com',
        'own.example.com',
        'nowhere.example.com',
      ])
        expect([host, await byHttp(tunnel, `${host}:443`)]).toEqual([host, expect.stringContaining('403')]);
      expect((await bySocks(tunnel, '127.0.0.1', 443)).length).toBeLessThan(20);
    });
  });

  test('rejects clients without its password', async () => {
    await withTunnel({}, async (tunnel) => {
      expect(await byHttp(tunnel, 'example.com:443', 'guess')).toContain('407');
      expect(Buffer.from(await bySocks(tunnel, 'example.com', 443, 'guess'), 'latin1').subarray(0, 4)).toEqual(
        Buffer.from([5, 2, 1, 1]),
      );
    });
  });

  test('resets a connection to a port of this machine that nothing listens on', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await withTunnel({ rules: readReach([`127.0.0.1:${port}`]) }, async (tunnel) => {
      const front = createServer((socket) => tunnel.accept(port, socket)).listen(0, '127.0.0.1');
      await once(front, 'listening');
      const socket = connect((front.address() as AddressInfo).port, '127.0.0.1');
      await expect(once(socket, 'close')).rejects.toMatchObject({ code: 'ECONNRESET' });
      front.close();
    });
  });
});

describe('the allowed targets', () => {
  test.each([
    ['db.example.com:5432', 'db.example.com', '10.1.2.3', 5432, true],
    ['db.example.com:5432', 'DB.example.com.', '10.1.2.3', 5432, true],
    ['db.example.com:5432', 'db.example.com', '10.1.2.3', 5433, false],
    ['*.example.com:443', 'example.com', '1.1.1.1', 443, false],
    ['*.example.com:443', 'a.b.example.com', '1.1.1.1', 443, true],
    ['*.example.com:443', 'badexample.com', '1.1.1.1', 443, false],
    ['10.0.0.0/8:6443', 'k8s.internal', '10.9.8.7', 6443, true],
    ['10.0.0.0/8:6443', 'k8s.internal', '11.9.8.7', 6443, false],
    ['[fd12::/16]:443', 'x', 'fd12::1', 443, false],
    ['[fd12::]/16:443', 'x', 'fd12::1', 443, true],
    ['127.0.0.1:15672', '127.0.0.1', '127.0.0.1', 15672, false],
  ])('%s: %s at %s, port %i: %s', (entry, host, address, port, expected) => {
    const read = (): boolean => isMeant(readReach([entry]), host, address, port);
    if (entry.includes('/16]')) expect(read).toThrow('reach must be a list');
    else expect(read()).toBe(expected);
  });

  test('lists the ports of this machine', () => {
    expect(localPorts(readReach(['127.0.0.1:15672', 'localhost:5432', '[::1]:1', 'example.com:9']))).toEqual([
      15672, 5432, 1,
    ]);
  });

  test.each([
    '',
    'example.com',
    'example.com:0',
    'example.com:70000',
    'http://example.com:80',
    '10.0.0.0/40:1',
    '*:443',
    'a b:1',
  ])('rejects %j without repeating it', (entry) => {
    expect(() => readReach([entry])).toThrow(/^reach must be a list of "host:port"/);
  });
});
