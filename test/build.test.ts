import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readDockerfile } from '../testkit/dockerfile.ts';
import { OPERATOR_KEY, serverEnv } from '../testkit/instance.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));

/** Creates all files that the Dockerfile's last stage copies, in the same way. */
async function makeImage(app: string): Promise<void> {
  const [, packages, last] = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  await mkdir(app);
  await Promise.all(['package.json', 'package-lock.json'].map((file) => cp(join(root, file), join(app, file))));
  const install = packages?.instructions.find(({ name }) => name === 'RUN')?.args ?? '';
  if (!install.startsWith('npm ci --omit=dev ')) throw new Error(`what installs the packages? ${install}`);
  await Promise.all([
    run('npm', [...install.split(' ').slice(1), '--prefer-offline', '--ignore-scripts'], { cwd: app }),
    run(process.execPath, ['scripts/build.ts', app], { cwd: root }),
  ]);
  const copied = last?.instructions.filter(({ name, args }) => name === 'COPY' && !args.startsWith('--from')) ?? [];
  for (const { args } of copied)
    for (const source of args.split(' ').slice(0, -1))
      await cp(join(root, source), join(app, source), { recursive: true });
}

/** The files of the image, without installed packages and what the server does not serve of the documents. */
async function filesIn(app: string): Promise<string[]> {
  const entries = await readdir(app, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(app, join(entry.parentPath, entry.name)));
  return files.filter((file) => !/^(?:node_modules|docs\/\w+)\/|^package-lock\.json$/.test(file)).sort();
}

/** The files that `npm pack` puts into the package. */
async function packedFiles(app: string): Promise<string[]> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: app });
  const [pack] = JSON.parse(stdout) as { files: { path: string }[] }[];
  return (pack?.files ?? []).map(({ path }) => path).sort();
}

test('runs the content of an image under plain Node: start, requests, data, health and stop', async () => {
  await using dir = await temporaryDirectory();
  const app = join(dir.path, 'app');
  await makeImage(app);
  // Whoever installs the package instead gets the same.
  expect(await packedFiles(app)).toEqual(await filesIn(app));
  const { components } = JSON.parse(readFileSync(join(app, 'dist/sbom.cdx.json'), 'utf8')) as { components: object[] };
  expect(components.length).toBeGreaterThan(100);
  const env = { PATH: process.env.PATH ?? '', ...serverEnv(join(dir.path, 'data')), NODE_ENV: 'production' };
  const command = (...args: string[]) => [join(app, 'bin/plumbline.mjs'), ...args];
  const server = spawn(process.execPath, command('start'), { cwd: app, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  for await (const chunk of server.stderr) if ((said += String(chunk)).includes('Ctrl-C stops it')) break;
  const url = /listens on (http:\S+)/.exec(said)?.[1] ?? said;
  expect(await (await fetch(`${url}/api/v1/health`)).json()).toMatchObject({
    status: 'ok',
    version: expect.any(String),
  });
  expect((await fetch(`${url}/api/v1/openapi.json`)).status).toBe(200);
  const page = await (await fetch(url)).text();
  const [, script] = /src="(\/assets\/[\w.-]+\.js)"/.exec(page) ?? [];
  const sent = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'br' } });
  expect([sent.status, sent.headers.get('content-encoding')]).toEqual([200, 'br']);
  const made = await fetch(`${url}/api/v1/orgs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_KEY}`, 'content-type': 'application/json' },
    body: '{"login":"acme"}',
  });
  expect(made.status).toBe(201);
  const health = (port: string) => run(process.execPath, command('health'), { env: { ...env, PORT: port } });
  expect(JSON.parse((await health(new URL(url).port)).stdout)).toMatchObject({ status: 'ok' });
  await expect(health('9')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') });
  const demo = await run(process.execPath, command('demo', '--sample', '--once'), { env });
  expect(demo.stdout).toMatch(/\d+ of \d+ resources drifted/);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});
