import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../../testkit/alive.ts';
import { installFakeProvider } from '../../../testkit/plugin/install.ts';
import { lootOf, makeMalicious, type Loot } from '../../../testkit/plugin/malicious.ts';
import { CONFIG, NEED, providerRig } from '../../../testkit/provider-rig.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';

/** A process with secrets in its environment that reads with a provider until it is stopped. */
const PROGRAM = `
import { createProviderHost } from ${JSON.stringify(new URL('../host.ts', import.meta.url).href)};
import { testSandbox } from ${JSON.stringify(new URL('../../../testkit/plugin/sandbox.ts', import.meta.url).href)};
const [path, cacheDir, without] = process.argv.slice(2);
const source = 'plumbline.dev/testkit/fake';
const sandbox = testSandbox([], without ? [without] : []);
await new Promise((go) => process.stdin.once('data', go));
console.log('level', JSON.stringify(await sandbox.level()));
const host = createProviderHost({
  find: async () => ({ source, version: '1.0.0', path, checksum: 'c', origin: '' }),
  cacheDir,
  childEnv: {},
  sandbox,
});
let stopped = false;
process.stdin.once('end', () => (stopped = true));
await host.use({ source }, { region: 'x' }, async (session) => {
  for (let i = 0, last = false; !last; i++) {
    last = stopped;
    const outcome = await session.read({
      type: 'fake_thing',
      schemaVersion: 2,
      attributes: { json: JSON.stringify({ id: 't' + i, name: 't' + i, on_read: ['slow:50'] }) },
      private: new Uint8Array(),
    });
    if (i === 0 || last || outcome.status !== 'read') console.log('read', outcome.status);
  }
});
await host.close();
console.log('closed');
`;

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Runs the attack during a session of reads; returns its loot after the analysis. */
async function attacked(user: 'root' | 'a user', without: string) {
  await using dir = await temporaryDirectory();
  await chmod(dir.path, 0o755);
  const home = join(dir.path, 'home');
  const other = join(home, 'tmp', 'plumbline-other');
  await mkdir(other, { recursive: true });
  const secrets = ['secrets.key', 'operator.key', 'database'].map((name) => join(home, name));
  for (const path of [...secrets, join(other, 'gateway-ca.pem')]) await writeFile(path, 'secret', { mode: 0o600 });
  const program = join(home, 'program.ts');
  await writeFile(program, PROGRAM);
  const installed = await installFakeProvider(join(home, 'mirror'));

  const tcp = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  const path = join(home, 'peer.sock');
  const unix = createServer((socket) => socket.on('error', () => undefined)).listen(path);
  const abstract = createServer((socket) => socket.on('error', () => undefined)).listen(`\0plumbline-${dir.path}`);
  await Promise.all([tcp, unix, abstract].map((one) => once(one, 'listening')));
  await chmod(path, 0o777);
  const shared = join(dir.path, 'shared');
  await mkdir(shared);
  if (user === 'a user' && isRoot)
    for (const name of ['', ...(await readdir(home, { recursive: true }))])
      await chown(join(home, name), NOBODY, NOBODY);

  const words = [process.execPath, program, installed.path, join(home, 'cache'), without];
  const become =
    user === 'a user' && isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const [first = '', ...rest] = [...become, ...words];
  const child = spawn(first, rest, {
    env: { PATH: process.env.PATH, TMPDIR: join(home, 'tmp'), CANARY: 'secret' },
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: home,
  });
  await makeMalicious(installed, {
    read: [
      ...secrets,
      join(other, 'gateway-ca.pem'),
      join(home, 'tmp'),
      home,
      '/etc/passwd',
      '/etc/shadow',
      '/proc/self/environ',
      '/proc',
      '/root',
    ],
    write: [...secrets, home, shared],
    ports: [(tcp.address() as AddressInfo).port],
    sockets: [path, `@plumbline-${dir.path}`],
    pids: [child.pid ?? 1, process.pid, 1],
  });
  child.stdin.write('go');
  const said: string[] = [];
  createInterface(child.stdout).on('line', (line) => said.push(line));
  try {
    let loot: Loot | undefined;
    await expect
      .poll(async () => {
        const [mine] = (await readdir(join(home, 'tmp'))).filter((name) => name !== 'plumbline-other');
        loot = (mine && (await lootOf(join(home, 'tmp', mine, 'attack.json')))) || loot;
        return loot?.rounds ?? 0;
      })
      .toBeGreaterThan(1);
    await expect.poll(() => said.length).toBeGreaterThan(1);
    const left = (loot?.left ?? []).filter(isAlive);
    child.stdin.end();
    await once(child, 'exit');
    const modes = await Promise.all(secrets.map(async (name) => ((await stat(name)).mode & 0o777).toString(8)));
    return { said, loot, left, modes };
  } finally {
    child.kill('SIGKILL');
    for (const one of [tcp, unix, abstract]) one.close();
  }
}

describe
  .skipIf(process.platform !== 'linux')
  .each((['root', 'a user'] as const).flatMap((user) => ['', 'namespaces'].map((without) => ({ user, without }))))(
  'a malicious provider, as $user, without $without',
  ({ user, without }) => {
    test.skipIf(user === 'root' && !isRoot)('gets nothing, and the reads go on', async () => {
      const { said, loot, left, modes } = await attacked(user, without);
      expect(said[0]).toContain('"level":"full"');
      expect(said.slice(1)).toEqual(['read read', 'read read', 'closed']);
      // Without namespaces, `missing` names these gaps.
      const open = /^(?:listen|unix \/)/;
      const got = Object.entries(loot?.got ?? {}).filter(([name]) =>
        without === '' ? name !== 'listen' : !open.test(name),
      );
      expect(got).toEqual([]);
      expect(Object.keys(loot?.refused ?? {}).length).toBeGreaterThan(60);
      expect(modes).toEqual(['600', '600', '600']);
      expect(left).toHaveLength(3);
      await expect.poll(() => left.filter(isAlive)).toEqual([]);
    });
  },
);

test.each(['/tmp/elsewhere/plugin.sock', '/run/docker.sock'])(
  'a provider that names the socket %s is not connected to',
  async (socket) => {
    await using it = await providerRig();
    await writeFile(it.found.path, `#!/bin/sh\necho '1|6|unix|${socket}|grpc|AAAA'\nsleep 600\n`);
    await expect(it.host.use(NEED, CONFIG, async () => 'never')).rejects.toMatchObject({
      code: 'provider_start_failed',
      message: expect.stringContaining('a socket that is not its own'),
    });
  },
);

test.skipIf(process.platform !== 'linux')('drops all capabilities of a provider of root, for good', async () => {
  await using it = await providerRig();
  await it.host.use(NEED, CONFIG, async () => undefined);
  const pid = it.events.find(({ kind }) => kind === 'launched')?.pid;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  expect(
    Object.fromEntries([...status.matchAll(/^(Cap\w+|NoNewPrivs|Seccomp):\s+(\w+)$/gm)].map(([, a, b]) => [a, b])),
  ).toEqual({
    CapInh: '0000000000000000',
    CapPrm: '0000000000000000',
    CapEff: '0000000000000000',
    CapBnd: '0000000000000000',
    CapAmb: '0000000000000000',
    NoNewPrivs: '1',
    Seccomp: '2',
  });
});
