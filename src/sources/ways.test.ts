import { describe, expect, test } from 'vitest';
import { startStandIn, type StandInAnswer, type StandInRequest } from '../../testkit/sources/stand-in.ts';
import { createWays } from './ways.ts';

const problem = (code: string, text: string | RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(text) as string }) as Error;
const NO_SECRET = /^(?!.*secret)/;
const options = { maxBytes: 1_000 };

/** Requests to this machine, and a server on it. */
async function world(answer: (request: StandInRequest) => StandInAnswer, more: Parameters<typeof createWays>[0] = {}) {
  const asked: StandInRequest[] = [];
  const server = await startStandIn((request) => {
    asked.push(request);
    return answer(request);
  });
  const ways = createWays({ networks: ['loopback'], http: true, backoffMs: 1, ...more });
  return {
    ...server,
    ways,
    asked,
    async [Symbol.asyncDispose]() {
      ways[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('the addresses', () => {
  test.each([
    ['http://127.0.0.1:8080/', { http: true }],
    ['http://[::1]:8080/', { http: true }],
    ['http://[::ffff:127.0.0.1]:8080/', { http: true }],
    ['http://2130706433:8080/', { http: true }],
    ['http://169.254.169.254/latest/secret', { http: true, networks: ['169.254.0.0/16'] }],
    ['http://8.8.8.8:22/', { http: true, networks: ['10.0.0.0/8'] }],
    ['https://ana:secret@example.com/', {}],
    ['http://example.com/secret', {}],
    ['ftp://example.com/secret', { http: true }],
    ['no url with a secret', {}],
  ])('refuses %s, without repeating it', async (url, more) => {
    using ways = createWays(more);
    await expect(ways.ask(url, options)).rejects.toThrow(problem('source_unreachable', NO_SECRET));
  });

  test('refuses a host as soon as one of its addresses may not be reached', async () => {
    await using server = await world(() => ({ body: 'reached' }), {
      resolve: () => Promise.resolve(['127.0.0.1', '169.254.169.254']),
    });
    const url = server.url.replace('127.0.0.1', 'states.example');
    await expect(server.ways.ask(url, options)).rejects.toThrow(
      problem('source_unreachable', /^states\.example leads to/),
    );
    await expect(server.ways.resolve('states.example')).rejects.toThrow(
      problem('source_unreachable', /may not be reached/),
    );
    expect(server.asked).toEqual([]);
  });

  test('connects to the address that was checked, under the name', async () => {
    let lookups = 0;
    await using server = await world(({ headers }) => ({ body: headers.host ?? '' }), {
      // A second lookup would lead to another address.
      resolve: () => Promise.resolve([lookups++ === 0 ? '127.0.0.1' : '169.254.169.254']),
    });
    const { bytes } = await server.ways.ask(server.url.replace('127.0.0.1', 'states.example'), options);
    expect(Buffer.from(bytes).toString()).toMatch(/^states\.example:\d+$/);
    expect(lookups).toBe(1);
  });

  test('says that a host has no address', async () => {
    using ways = createWays({ resolve: () => Promise.reject(new Error('ENOTFOUND secret')) });
    await expect(ways.ask('https://nowhere.example/secret', options)).rejects.toThrow(
      problem('source_unreachable', /^nowhere\.example has no address that could be found\. Check its name\.$/),
    );
  });
});

describe('the requests', () => {
  test('follow a redirect on the same server, and none to another one', async () => {
    await using other = await startStandIn(({ headers }) => ({ body: headers.authorization ?? '' }));
    await using server = await world(({ url }) => {
      if (url.pathname === '/here') return { status: 302, headers: { location: '/there' } };
      if (url.pathname === '/away') return { status: 302, headers: { location: other.url } };
      return { body: 'there' };
    });
    const ask = (path: string) =>
      server.ways.ask(server.url + path, { ...options, headers: { authorization: 'Bearer secret' } });
    expect(Buffer.from((await ask('/here')).bytes).toString()).toBe('there');
    expect(await ask('/away')).toMatchObject({ status: 302 });
  });

  test('end in a circle of redirects', async () => {
    await using server = await world(() => ({ status: 307, headers: { location: '/' } }));
    expect(await server.ways.ask(server.url, options)).toMatchObject({ status: 307 });
    expect(server.asked).toHaveLength(4);
  });

  test('are sent again while the server is busy, four times at most', async () => {
    await using server = await world(() => ({ status: 503 }));
    expect(await server.ways.ask(server.url, options)).toMatchObject({ status: 503 });
    expect(server.asked).toHaveLength(4);
  });

  test('are not sent again where the server asks for too much patience', async () => {
    await using server = await world(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    expect(await server.ways.ask(server.url, options)).toMatchObject({ status: 429 });
    expect(server.asked).toHaveLength(1);
  });

  test('refuse an answer that is too large, whether or not it says so, and cut off an error', async () => {
    await using server = await world(({ url }) => {
      const body = 'x'.repeat(200_000);
      return url.pathname === '/error' ? { status: 403, body } : { body };
    });
    const ask = (path: string) => server.ways.ask(server.url + path, options);
    await expect(ask('/')).rejects.toThrow(problem('too_large', /narrower prefix/));
    expect(server.asked).toHaveLength(1);
    const error = await ask('/error');
    expect(error.status).toBe(403);
    expect(error.bytes.length).toBeLessThan(200_000);
  });

  test('send a body, and end at once when they are told to', async () => {
    await using server = await world(({ method, body }) => ({ body: `${method} ${body.toString()}` }));
    const { bytes } = await server.ways.ask(server.url, { ...options, method: 'POST', body: 'ü' });
    expect(Buffer.from(bytes).toString()).toBe('POST ü');
    await expect(
      server.ways.ask(server.url, { ...options, signal: AbortSignal.abort(new Error('stopped')) }),
    ).rejects.toThrow('stopped');
  });
});
