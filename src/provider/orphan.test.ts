import { execFile, spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../testkit/alive.ts';
import { installFakeProvider } from '../../testkit/plugin/install.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';

/** A process that stays in the middle of a provider's read; it prints the provider's pid. */
const PROGRAM = `
import { createProviderHost } from ${JSON.stringify(new URL('host.ts', import.meta.url).href)};
import { testSandbox } from ${JSON.stringify(new URL('../../testkit/plugin/sandbox.ts', import.meta.url).href)};
const [path, cacheDir] = process.argv.slice(2);
const source = 'plumbline.dev/testkit/fake';
const host = createProviderHost({
  find: async () => ({ source, version: '1.0.0', path, checksum: 'c', origin: '' }),
  cacheDir,
  childEnv: {},
  sandbox: testSandbox(),
  onEvent: ({ kind, pid }) => console.log(kind, pid),
});
await host.use({ source }, { region: 'x' }, (session) =>
  session.read({
    type: 'fake_thing',
    schemaVersion: 2,
    attributes: { json: '{"id":"t","name":"t","on_read":["hang"]}' },
    private: new Uint8Array(),
  }),
);
`;

/** Starts the program above and waits until its provider is configured. */
async function start(dir: string, handshake?: 'silent') {
  const tmp = join(dir, 'tmp');
  await mkdir(tmp);
  const program = join(dir, 'program.ts');
  await writeFile(program, PROGRAM);
  const installed = await installFakeProvider(join(dir, 'mirror'), handshake === undefined ? {} : { handshake });
  const child = spawn(process.execPath, [program, installed.path, join(dir, 'cache')], {
    env: { PATH: process.env.PATH, TMPDIR: tmp },
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  return { child, tmp };
}

describe.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('after %s of Plumbline itself', (signal) => {
  test('leaves no provider and no sockets', async () => {
    await using dir = await temporaryDirectory();
    const { child, tmp } = await start(dir.path);
    let provider = 0;
    for await (const line of createInterface(child.stdout)) {
      const [kind, pid] = line.split(' ');
      if (kind === 'launched') provider = Number(pid);
      if (kind === 'configured') break;
    }
    expect(isAlive(provider)).toBe(true);
    expect(await readdir(tmp)).toHaveLength(1);
    child.kill(signal);
    await expect.poll(() => isAlive(provider)).toBe(false);
    await expect.poll(() => readdir(tmp)).toEqual([]);
  });
});

/** A process that starts a program, prints its pid, and stays. */
const STARTER = `
import { privateDirectory, spawnGuarded } from ${JSON.stringify(new URL('launch/spawn.ts', import.meta.url).href)};
const privateDir = await privateDirectory();
const env = { PATH: process.env.PATH, PLUGIN_UNIX_SOCKET_DIR: privateDir };
const { pid, stdout } = await spawnGuarded({ path: process.argv[2], env, privateDir });
stdout.once('data', () => console.log(pid));
`;

/** Children that keep creating the directory, the second one without the environment that names it. */
const BUSY = `#!/bin/sh
own=$PLUGIN_UNIX_SOCKET_DIR
for i in 1 2 3; do
  (while :; do [ -d "$own/a/b" ] || mkdir -p "$own/a/b"; : >"$own/a/b/c$i"; done) 2>/dev/null &
  env -i PATH="$PATH" sh -c 'while :; do [ -d "$1/d" ] || mkdir -p "$1/d"; : >"$1/d/e$2"; done' sh "$own" $i 2>/dev/null &
done
echo begun
exec sleep 600
`;

test('removes the directory after SIGKILL, whatever the provider has started', async () => {
  await using dir = await temporaryDirectory();
  const [tmp, starter, busy] = [join(dir.path, 'tmp'), join(dir.path, 'starter.ts'), join(dir.path, 'busy')];
  await mkdir(tmp);
  await writeFile(starter, STARTER);
  await writeFile(busy, BUSY, { mode: 0o755 });
  const child = spawn(process.execPath, [starter, busy], {
    env: { PATH: process.env.PATH, TMPDIR: tmp },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    expect(isAlive(Number(line))).toBe(true);
    await expect
      .poll(async () => (await readdir(tmp, { recursive: true })).filter((name) => /[ce]\d$/.test(name)).length)
      .toBe(6);
    child.kill('SIGKILL');
  }
  await expect.poll(() => readdir(tmp)).toEqual([]);
  await sleep(500);
  expect(await readdir(tmp)).toEqual([]);
});

/** The child processes of `pid`; none where `ps` finds none. */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

test('leaves no provider after SIGKILL in the middle of a launch', async () => {
  await using dir = await temporaryDirectory();
  const { child, tmp } = await start(dir.path, 'silent');
  // The directory is created before the process: a kill in between leaves only an empty directory.
  await expect.poll(() => readdir(tmp)).toHaveLength(1);
  await expect.poll(() => childrenOf(child.pid)).toHaveLength(1);
  const [provider = 0] = await childrenOf(child.pid);
  child.kill('SIGKILL');
  await expect.poll(() => isAlive(provider)).toBe(false);
  // The watchdog removes the directory after it has killed the provider.
  await expect.poll(() => readdir(tmp)).toEqual([]);
});
