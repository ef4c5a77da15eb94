import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startNameServer } from '../../../testkit/dns.ts';
import { serverCertificate } from '../../../testkit/plugin/certificate.ts';
import { createPoster, type PosterOptions } from './post.ts';
import { nameServers } from './resolve.ts';

const MESSAGE = { headers: { 'content-type': 'application/json', 'x-test': '1' }, body: '{"a":"ü"}' };
const never = new AbortController().signal;

async function listening<S extends Server>(server: S): Promise<{ server: S; port: number } & AsyncDisposable> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
        server.close(() => resolve());
      }),
  };
}

const post = (url: string, options: PosterOptions, signal = never) => createPoster(options).post(url, MESSAGE, signal);
const LOCAL: PosterOptions = { networks: ['loopback'], http: true };

describe('a post', () => {
  const seen: { path: string; host: string; body: string }[] = [];
  const answers: Record<string, RequestListener> = {
    '/ok': (_, response) => response.end('thanks'),
    '/redirect': (_, response) => response.writeHead(307, { location: '/ok' }).end(),
    '/later': (_, response) => response.writeHead(429, { 'retry-after': '7' }).end('slow down'),
    '/huge': (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    },
    '/drips': (_, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    },
    '/silent': () => undefined,
  };
  let web: Awaited<ReturnType<typeof listening>>;
  const at = (path: string) => `http://127.0.0.1:${web.port}${path}`;
  beforeAll(async () => {
    const server = createServer((request, response) => {
      void (async () => {
        let body = '';
        for await (const chunk of request) body += String(chunk);
        seen.push({ path: request.url ?? '', host: request.headers.host ?? '', body });
        answers[request.url ?? '']?.(request, response);
      })();
    });
    server.on('upgrade', (_, socket) => socket.destroy());
    web = await listening(server);
  });
  afterAll(() => web[Symbol.asyncDispose]());

  test('delivers a message unchanged', async () => {
    const { status, trouble, body } = await post(at('/ok'), LOCAL);
    expect({ status, trouble, body }).toEqual({ status: 200, trouble: null, body: 'thanks' });
    expect(seen.at(-1)).toEqual({ path: '/ok', host: `127.0.0.1:${web.port}`, body: MESSAGE.body });
  });

  test('posts to no private address that is not allowed, and uses http only where that is allowed', async () => {
    const before = seen.length;
    const refused = [
      await post(at('/ok'), { http: true }),
      await post(at('/ok'), { networks: ['loopback'] }),
      await post(at('/ok'), { networks: ['10.0.0.0/8'], http: true }),
      await post(`http://localhost:${web.port}/ok`, { networks: ['10.0.0.0/8'], http: true }),
    ];
    for (const { trouble } of refused) expect(['refused_address', 'dns']).toContain(trouble?.code);
    expect(seen).toHaveLength(before);
  });

  test('follows no redirect', async () => {
    const { status, trouble } = await post(at('/redirect'), LOCAL);
    expect([status, trouble?.code]).toEqual([307, 'redirect']);
    expect(seen.at(-1)?.path).toBe('/redirect');
  });

  test('reports Retry-After', async () => {
    expect(await post(at('/later'), LOCAL)).toMatchObject({ status: 429, retryAfterMs: 7_000, body: 'slow down' });
  });

  test('reads only the beginning of an endless answer, within its time', async () => {
    const huge = await post(at('/huge'), LOCAL);
    expect([huge.status, huge.body.length]).toEqual([200, 16 * 1024]);
    for (const path of ['/drips', '/silent'])
      expect((await post(at(path), { ...LOCAL, timeoutMs: 150 })).trouble?.code).toBe('timeout');
    const stopped = AbortSignal.timeout(50);
    await expect(post(at('/silent'), LOCAL, stopped)).rejects.toThrow('timeout');
  });

  test('reports a refused connection or another protocol without the address', async () => {
    await using other = await listening(createTcpServer((socket) => socket.end('+PONG\r\n').resume()));
    const closed = await listening(createTcpServer());
    await closed[Symbol.asyncDispose]();
    for (const port of [other.port, closed.port]) {
      const { trouble } = await post(`http://127.0.0.1:${port}/secret-path`, LOCAL);
      expect(trouble?.code).toBe('connection');
      expect(trouble?.detail).not.toMatch(/secret|127/);
    }
  });

  test('posts to the checked address, whatever the name resolves to later', async () => {
    const said = ['127.0.0.1', '127.0.0.2'];
    let asked = 0;
    await using names = await startNameServer(() => [said[asked++] ?? '10.0.0.1']);
    const resolve = nameServers([names.address]);
    const url = `http://rebound.example:${web.port}/ok`;
    const first = await post(url, { http: true, networks: ['127.0.0.1/32'], resolve });
    expect([first.trouble, asked, seen.at(-1)?.host]).toEqual([null, 1, `rebound.example:${web.port}`]);
    const second = await post(url, { http: true, networks: ['127.0.0.1/32'], resolve });
    expect([second.trouble?.code, asked]).toEqual(['refused_address', 2]);
  });

  test('refuses a name with a forbidden address, or with none', async () => {
    const said: Record<string, string[]> = { 'both.example': ['127.0.0.1', '169.254.169.254'], 'none.example': [] };
    await using names = await startNameServer((host) => said[host] ?? []);
    const options = { ...LOCAL, resolve: nameServers([names.address]) };
    expect((await post(`http://both.example:${web.port}/ok`, options)).trouble?.code).toBe('refused_address');
    expect((await post(`http://none.example:${web.port}/ok`, options)).trouble?.code).toBe('dns');
  });

  test('uses no proxy of the environment', async () => {
    for (const name of ['HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, 'http://127.0.0.1:1');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    try {
      expect((await post(at('/ok'), LOCAL)).trouble).toBeNull();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('checks the requested name over TLS', async () => {
    const { certificate, key } = serverCertificate();
    const pem = `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`;
    await using secure = await listening(createSecureServer({ cert: pem, key }, (_, response) => void response.end()));
    await using names = await startNameServer(() => ['127.0.0.1']);
    const options = { networks: ['loopback'], resolve: nameServers([names.address]), authorities: [pem] };
    expect((await post(`https://localhost:${secure.port}/`, options)).trouble).toBeNull();
    expect((await post(`https://another.example:${secure.port}/`, options)).trouble?.code).toBe('tls');
    const { authorities: _, ...unknown } = options;
    expect((await post(`https://localhost:${secure.port}/`, unknown)).trouble?.code).toBe('tls');
  });
});
