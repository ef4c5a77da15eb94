import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_CODES } from '../src/base/errors.ts';
import { OPERATOR_KEY, serverEnv, startInstance } from '../testkit/instance.ts';
import { keepAsking } from '../testkit/load.ts';
import { plumbline } from '../testkit/cli.ts';
import { ERAS, toolCall } from '../testkit/mcp.ts';
import { rawRequest, sendRaw } from '../testkit/raw-http.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let env: Record<string, string>;
beforeAll(async () => {
  dir = await temporaryDirectory();
  env = serverEnv(join(dir.path, 'data'));
});
afterAll(() => dir[Symbol.asyncDispose]());

const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
const ASK = `GET /api/v1/orgs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${OPERATOR_KEY}\r\n\r\n`;

test('fails no request on SIGTERM under load, five times in a row, and exits with success', async () => {
  for (let i = 0; i < 5; i += 1) {
    await using server = await startInstance({ ...env, PLUMBLINE_LOG_LEVEL: 'silent' });
    const asking = keepAsking(portOf(server), ASK, 8);
    await sleep(300);
    const ended = await server.stop();
    const { answered, failures } = await asking;
    expect([ended.code, failures]).toEqual([0, []]);
    expect(answered).toBeGreaterThan(0);
  }
});

test('fails no tool call of an agent on SIGTERM', async () => {
  await using server = await startInstance({ ...env, PLUMBLINE_LOG_LEVEL: 'silent' });
  const { body } = await server.ask('POST', '/orgs', { login: `agents-${Date.now()}` });
  for (const era of ERAS) {
    const { headers, body: message } = toolCall('list_drift', { org_id: body.id }, era);
    const all = { ...headers, Authorization: `Bearer ${OPERATOR_KEY}`, Connection: undefined };
    const request = Buffer.from(rawRequest('POST', '/mcp', all, JSON.stringify(message))).toString();
    const answer = await sendRaw(
      portOf(server),
      rawRequest('POST', '/mcp', { ...all, Connection: 'close' }, JSON.stringify(message)),
    );
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('"findings":[]')]);
    if (era !== ERAS.at(-1)) continue;
    const asking = keepAsking(portOf(server), request, 4);
    await sleep(300);
    const ended = await server.stop();
    const { answered, failures } = await asking;
    expect([ended.code, failures]).toEqual([0, []]);
    expect(answered).toBeGreaterThan(0);
  }
});

test('stops being ready before it stops, answers for the configured time, and ends at once on a second Ctrl-C', async () => {
  await using server = await startInstance({ ...env, PLUMBLINE_SHUTDOWN_DELAY: '60' });
  expect((await server.ask('GET', '/ready')).status).toBe(200);
  server.child.kill('SIGINT');
  for (let status = 200; status !== 503; { status } = await server.ask('GET', '/ready')) await sleep(20);
  const { body, headers } = await server.ask('GET', '/ready');
  expect(body).toMatchObject({ status: 503, code: 'unavailable', detail: 'This instance is being stopped.' });
  expect(headers.get('retry-after')).toBe('5');
  expect((await server.ask('GET', '/orgs')).status).toBe(200);
  await sleep(500);
  server.child.kill('SIGINT');
  expect((await server.ended).code).toBe(130);
});

test('logs a line for every request, without content of callers', async () => {
  await using server = await startInstance(env);
  const port = portOf(server);
  const canary = (place: string) => `CANARY${place}0123456789`;
  const headers = {
    Authorization: `Bearer ${OPERATOR_KEY}`,
    Cookie: `session=${canary('cookie')}`,
    'X-Api-Key': canary('header'),
    'User-Agent': canary('agent'),
    Referer: `https://x/?token=${canary('referer')}`,
    'X-Request-Id': canary('id'),
    'X-Forwarded-For': canary('forwarded'),
    'Idempotency-Key': canary('idempotency'),
  };
  const json = { ...headers, 'Content-Type': 'application/json' };
  const sent = [
    rawRequest('GET', `/api/v1/orgs?token=${canary('query')}`, headers),
    rawRequest('GET', `/api/v1/${canary('path')}/x?key=${canary('query')}`, headers),
    rawRequest('GET', `/api/v1/analyses/${canary('parameter')}`, headers),
    rawRequest('GET', `/api/v1/analyses/%E0%A4%A${canary('broken')}`, headers),
    rawRequest('PATCH', `/${canary('wrong')}`, headers, canary('body')),
    rawRequest('POST', '/api/v1/orgs', json, `{"login":"${canary('body')}","x":1}`),
    rawRequest('POST', '/api/v1/orgs', json, `{"login":${canary('json')}`),
    rawRequest('POST', '/api/v1/orgs', json, `{"${canary('name')}":1}`),
    rawRequest('GET', '/api/v1/analyses', { Authorization: `Bearer ${canary('key')}` }),
    rawRequest('GET', '/api/v1/analyses', { Authorization: `Basic ${canary('basic')}` }),
    Buffer.from(`${canary('nohttp')}\r\n\r\n`),
  ];
  const answers = await Promise.all(sent.map((bytes) => sendRaw(port, bytes)));
  expect((await server.stop()).code).toBe(0);
  const { out } = server.said;
  expect(out).not.toMatch(/CANARY|plk_/);
  expect(out).not.toContain(OPERATOR_KEY);
  type Line = { level: number; time: number; msg: string; request_id?: string; status?: number; route?: string };
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  for (const answer of answers) {
    const { request_id: id, code } = JSON.parse(answer.body) as { request_id: string; code: keyof typeof ERROR_CODES };
    expect(ERROR_CODES[code]).toBe(answer.status);
    expect(lines.filter(({ request_id }) => request_id === id)).toMatchObject([{ level: 30, status: answer.status }]);
  }
  expect(lines.filter(({ msg }) => msg === 'request').map(({ route }) => route)).toContain('/api/v1/analyses/:id');
});

test('reports a taken port or a foreign address in one line, with the setting and a remedy', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const start = async (more: Record<string, string>) => plumbline(['start'], { ...env, ...more }).ended;
  expect(await start({ PORT: String(port) })).toMatchObject({
    code: 1,
    err: `plumbline: PORT ${port} is taken by another program on 127.0.0.1: set it to another one, or to 0 for any free one\n`,
  });
  expect(await start({ HOST: '192.0.2.1' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^plumbline: HOST 192\.0\.2\.1 is no address of this machine: set it to .*\n$/),
  });
  taken.close();
});

test('ends when npm start gets a SIGTERM, which npm passes to its shell alone', async () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...env, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  for await (const chunk of npm.stderr) if ((printed += String(chunk)).includes('Ctrl-C stops it')) break;
  const url = /listens on (http:\S+)/.exec(printed)?.[1] ?? printed;
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
  npm.kill('SIGTERM');
  await expect.poll(() => fetch(`${url}/api/v1/health`).catch(() => 'gone'), { timeout: 60_000 }).toBe('gone');
});
