import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { SourceProblem, type StateSource } from '../../src/base/state-source.ts';
import { SOURCE_KINDS } from '../../src/sources/open.ts';
import { createWays } from '../../src/sources/ways.ts';
import { HTTP_SOURCES } from '../../testkit/sources/http-sources.ts';

const ways = createWays({ networks: ['loopback'], http: true, backoffMs: 1, idleMs: 2_000 });
afterAll(() => ways[Symbol.dispose]());

const json = (value: unknown): RequestListener => body(JSON.stringify(value));
function body(text: string | Buffer, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => response.writeHead(200, headers).end(text);
}

/** Members that these kinds read, all with a wrong value. */
function oddMembers(odd: unknown): Record<string, unknown> {
  const names =
    'items name size generation nextPageToken data errors metadata annotations labels attributes relationships id meta project terraformStates nodes pageInfo Value spec'.split(
      ' ',
    );
  return Object.fromEntries(names.map((name) => [name, odd]));
}

const nested = { items: [oddMembers({})], data: oddMembers([oddMembers(7)]), metadata: oddMembers(7) };
const ANSWERS: readonly [string, RequestListener][] = [
  ['nothing', body('')],
  ['no JSON', body('<html>Sign in</html>')],
  ['half of some JSON', body('{"items": [{"name": "a.tfsta')],
  ['no UTF-8', body(Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3]))],
  ['null', json(null)],
  ['a number', json(7)],
  ['a list of numbers', json([1, 2, 3])],
  ['a list of nulls', json([null, { Value: null, Key: 7 }, { Value: 'not base64 \u0000', ModifyIndex: {} }])],
  ['members that are numbers', json(oddMembers(7))],
  // A page token that is a text would paginate forever: hostile.test.ts tests that.
  ['members that are texts', json({ ...oddMembers('x'), nextPageToken: 7 })],
  ['members that are lists', json(oddMembers([null, 7, 'x', {}]))],
  ['members that are objects', json(nested)],
  ['deep nesting', body(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ['deep elements', body('<a>'.repeat(100_000), { 'content-type': 'application/xml' })],
  ['entities of entities', body(`<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1e4)}"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`)],
  ['no gzip', body(Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(64, 7)]))],
  ['an encoding that was not asked for', body('not brotli', { 'content-encoding': 'br' })],
  ['an odd time', json({ items: [{ name: 'a.tflock', timeCreated: 'never' }], metadata: { creationTimestamp: 1e30 } })],
  ['an informational status alone', (_request, response) => response.writeHead(204).end()],
  ['a redirect to itself', (request, response) => response.writeHead(302, { location: request.url ?? '/' }).end()],
  [
    'a redirect elsewhere',
    (_request, response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
  ],
  ['a redirect to nowhere', (_request, response) => response.writeHead(301, { location: 'http://[' }).end()],
  ['an unknown status', (_request, response) => response.writeHead(299).end('{}')],
  ['a teapot', (_request, response) => response.writeHead(418).end('short and stout')],
  ['an error with a secret', (_request, response) => response.writeHead(400).end('Bearer s3cr3t-token')],
  ['half of a body', (_request, response) => response.writeHead(200, { 'content-length': '900' }).write('{"items": [')],
  ['a closed connection', (request) => request.socket.destroy()],
];

const USES: readonly ((source: StateSource) => Promise<unknown>)[] = [
  (source) => Array.fromAsync(source.list()),
  (source) => source.read('tf/app.tfstate'),
  (source) => source.etag('tf/app.tfstate'),
  (source) => Array.fromAsync(source.locks?.(undefined) ?? []),
];

async function startServer(answer: RequestListener) {
  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.each(HTTP_SOURCES)(
  'ends as a problem with a sentence, whatever a server answers to %s',
  async (kind, sourceAt) => {
    const wrong: string[] = [];
    for (const [name, answer] of ANSWERS) {
      using server = await startServer(answer);
      const source = SOURCE_KINDS[kind].open({ ...sourceAt(server.url), narrower: '' }, ways);
      const outcomes = await Promise.allSettled(USES.map((use) => use(source)));
      for (const [i, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') continue;
        const error: unknown = outcome.reason;
        const isSaid =
          error instanceof SourceProblem && /^[^]*[.)]$/.test(error.message) && !/s3cr3t/.test(error.message);
        if (!isSaid) wrong.push(`${name}, use ${i + 1}: ${String(error)}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);
