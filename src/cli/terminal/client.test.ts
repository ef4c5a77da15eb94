import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { createClient, localUrl } from './client.ts';

async function serving(listener: RequestListener): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answering(status: number, body: unknown): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

test('prints an API error with detail and fields, without control characters', async () => {
  const errors = [{ path: '/role_arn', message: 'must be a role ARN' }];
  await using server = await serving(answering(422, { detail: 'It does not fit.\u001b[2J', status: 422, errors }));
  const client = createClient({}, { url: server.url, key: 'k' });
  await expect(client.get('/orgs')).rejects.toThrow('It does not fit.\\u{1b}[2J (422)\n  /role_arn must be a role ARN');
});

test('takes the address from --url, else PLUMBLINE_URL, else the local server', () => {
  const env = { PLUMBLINE_URL: 'https://plumbline.example/', PORT: '9000' };
  expect(createClient(env, { url: 'http://other:1', key: 'k' }).url).toBe('http://other:1');
  expect(createClient(env, { key: 'k' }).url).toBe('https://plumbline.example');
  expect(createClient({ PORT: '9000' }, { key: 'k' }).url).toBe('http://127.0.0.1:9000');
  expect(() => createClient({ PORT: '0' }, { key: 'k' })).toThrow('name its address with --url');
});

test('recognises a server that is not Plumbline', async () => {
  await using server = await serving(answering(404, '<html>'));
  await expect(createClient({}, { url: server.url, key: 'k' }).get('/orgs')).rejects.toThrow(
    'GET /api/v1/orgs was answered with 404, and not by Plumbline. Is the address right?',
  );
  await using other = await serving(answering(200, '<html>'));
  await expect(createClient({}, { url: other.url, key: 'k' }).get('/orgs')).rejects.toThrow('not by Plumbline');
});

test('rewrites messages for HTTP clients as advice for the command line', async () => {
  await using refusing = await serving(answering(401, { detail: 'A key is needed.', status: 401 }));
  await expect(createClient({}, { url: refusing.url, key: 'k' }).get('/orgs')).rejects.toThrow(
    'A key is needed. (401)\nThe key was taken from --key, else PLUMBLINE_API_KEY, else the data directory.',
  );
  await using missing = await serving(answering(404, { detail: 'No such organization.', status: 404 }));
  const client = createClient({}, { url: missing.url, key: 'k' });
  await expect(client.get('/orgs/acme/keys')).rejects.toThrow(
    'No such organization. (404)\nOrganizations go by id or login',
  );
  await expect(client.get('/orgs/org_1/keys')).rejects.toThrow(/\(404\)$/);
});

test('recognises an https address of a server without TLS', async () => {
  await using server = await serving(answering(200, {}));
  const url = server.url.replace('http:', 'https:');
  await expect(createClient({}, { url, key: 'k' }).get('/orgs')).rejects.toThrow(
    `${url} could not be reached: what listens there does not speak TLS. Is it http://?`,
  );
});

test('explains how to start the server where nothing listens', async () => {
  const gone = await serving(answering(200, {}));
  await gone[Symbol.asyncDispose]();
  await expect(createClient({}, { url: gone.url, key: 'k' }).get('/orgs')).rejects.toThrow(
    `Nothing answers at ${gone.url}: is the server running? Start it with \`plumbline start\``,
  );
});

test('takes the key from --key, else PLUMBLINE_API_KEY, else the data directory', async () => {
  await using server = await serving((request, response) => {
    response.end(JSON.stringify(request.headers.authorization));
  });
  await using dir = await temporaryDirectory();
  mkdirSync(dir.path, { recursive: true });
  writeFileSync(join(dir.path, 'operator.key'), 'from-file\n');
  const env = { PLUMBLINE_DATA_DIR: dir.path };
  const { url } = server;
  expect(await createClient({ ...env, PLUMBLINE_API_KEY: 'from-env' }, { url, key: 'given' }).get('/')).toBe(
    'Bearer given',
  );
  expect(await createClient({ ...env, PLUMBLINE_API_KEY: 'from-env' }, { url }).get('/')).toBe('Bearer from-env');
  expect(await createClient(env, { url }).get('/')).toBe('Bearer from-file');
});

test('names the sources of a key where there is none', async () => {
  await using dir = await temporaryDirectory();
  expect(() => createClient({ PLUMBLINE_DATA_DIR: dir.path }, {})).toThrow(
    /give one with --key or PLUMBLINE_API_KEY\.\nThe operator key .*operator\.key/,
  );
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://[::1]:8080'],
  ['fe80::1', 'http://[fe80::1]:8080'],
])('reaches a server on %s at %s', (host, url) => {
  expect(localUrl({ host, port: 8080 })).toBe(url);
});

test('reads Retry-After from a 429', async () => {
  await using server = await serving((_, response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '37' });
    response.end(JSON.stringify({ detail: 'Rate limit exceeded.', status: 429 }));
  });
  await expect(createClient({}, { url: server.url, key: 'k' }).get('/orgs')).rejects.toMatchObject({ retryAfter: 37 });
});

test('names options as on the command line', async () => {
  const detail = 'Several organizations have an incident with this id: name one with ?org_id=.';
  await using server = await serving(answering(409, { detail, status: 409 }));
  await expect(createClient({}, { url: server.url, key: 'k' }).get('/incidents/pm')).rejects.toThrow(
    'Several organizations have an incident with this id: name one with --org. (409)',
  );
});
