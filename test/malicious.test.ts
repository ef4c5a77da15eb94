import { chmod, chown, copyFile, cp, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { thisPlatform } from '../src/provider/address/platform.ts';
import { isAlive } from '../testkit/alive.ts';
import type { User } from '../testkit/cli.ts';
import { createDatabase, databases } from '../testkit/database.ts';
import { connectWorld, finished, serverEnv, startInstance } from '../testkit/instance.ts';
import { missing, otherProviders } from '../testkit/needs.ts';
import { lootOf, type Loot, type Targets } from '../testkit/plugin/malicious.ts';
import { openStateWorld } from '../testkit/state-world.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const SOURCE = 'registry.terraform.io/hashicorp/time';

/** Creates a mirror with a `time` provider that works, and also attacks. */
async function maliciousMirror(mirror: string, targets: Targets): Promise<void> {
  await cp(join(otherProviders() ?? '', SOURCE), join(mirror, SOURCE), { recursive: true });
  const [version = ''] = await readdir(join(mirror, SOURCE));
  const directory = join(mirror, SOURCE, version, thisPlatform());
  const [name = ''] = await readdir(directory);
  await rename(join(directory, name), join(directory, 'real'));
  await copyFile(fileURLToPath(new URL('../testkit/plugin/attack.py', import.meta.url)), join(directory, 'attack.py'));
  await writeFile(join(directory, 'targets.json'), JSON.stringify(targets));
  const script = `#!/bin/sh
own=$(dirname "$0")
python3 "$own/attack.py" "$PLUGIN_UNIX_SOCKET_DIR/attack.json" "$(cat "$own/targets.json")" </dev/null >/dev/null 2>&1 &
exec "$own/real"
`;
  await writeFile(join(directory, name), script);
  await chmod(join(directory, name), 0o755);
}

/** A state of times, which the provider reads without a cloud. */
const state = (count: number): string => {
  const at = '2026-01-02T03:04:05Z';
  const attributes = { day: 2, hour: 3, id: at, minute: 4, month: 1, rfc3339: at, second: 5, triggers: null };
  const instances = Array.from({ length: count }, (_, i) => ({
    index_key: i,
    schema_version: 0,
    attributes: { ...attributes, unix: 1767323045, year: 2026 },
    sensitive_attributes: [],
  }));
  const provider = `provider["${SOURCE}"]`;
  const resources = [{ mode: 'managed', type: 'time_static', name: 'at', provider, instances }];
  return JSON.stringify({ version: 4, terraform_version: '1.11.4', serial: 1, lineage: 'x', outputs: {}, resources });
};

const modesOf = (paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await stat(path)).mode));

const isRoot = process.getuid?.() === 0;
const NOBODY: User = { uid: 65_534, gid: 65_534 };
const kinds = (await databases()).map(({ kind }) => kind);

describe
  .skipIf(process.platform !== 'linux' || (await missing('other-providers')))
  .each(kinds.flatMap((kind) => (isRoot ? ['root', 'a user'] : ['a user']).map((who) => ({ kind, who }))))(
  'a server on $kind that runs a malicious provider as $who',
  ({ kind, who }) => {
    test('loses nothing to a malicious provider through a whole analysis, and reports its sandbox', async () => {
      await using stack = new AsyncDisposableStack();
      const dir = stack.use(await temporaryDirectory());
      const user = who === 'a user' && isRoot ? NOBODY : undefined;
      const dataDir = join(dir.path, 'data');
      const tmp = join(dir.path, 'tmp');
      const mirror = join(dir.path, 'mirror-of-time');
      await mkdir(tmp);
      await chmod(dir.path, 0o755);
      if (user) await chown(tmp, user.uid, user.gid);
      const database = kind === 'postgres' ? await createDatabase() : undefined;
      if (database) stack.defer(() => database.drop());
      const world = await openStateWorld(join(dir.path, 'world'));
      const settings = {
        ...world.env,
        ...serverEnv(dataDir),
        ...(database && { DATABASE_URL: database.url }),
        TMPDIR: tmp,
        PLUMBLINE_PROVIDER_MIRROR: mirror,
        PLUMBLINE_PROVIDERS: 'hashicorp/time',
        PLUMBLINE_SANDBOX: 'auto',
      };
      await using server = await startInstance(settings, user);
      try {
        const kept = (await readdir(dataDir)).map((name) => join(dataDir, name));
        const modes = await modesOf(kept);
        const pid = server.child.pid ?? 0;
        const urls = [server.url, world.env.AWS_ENDPOINT_URL, ...(database ? [database.url] : [])];
        const ports = urls.map((url) => Number(new URL(url).port));
        await maliciousMirror(mirror, {
          read: [dataDir, ...kept, dir.path, tmp, `/proc/${pid}/environ`, '/proc', '/etc/passwd'],
          write: [dataDir, ...kept, dir.path, mirror],
          ports,
          sockets: [],
          pids: [pid, process.pid, 1],
        });
        await world.put('times.tfstate', state(200));
        const org = await connectWorld(server.ask, world);
        const { body } = await server.ask('POST', `/orgs/${org}/analyses`, {});
        const analysis = await finished(server.ask, String(body.id));
        expect(analysis).toMatchObject({ status: 'completed', counts: { in_sync: 200 } });

        let loot: Loot | undefined;
        await expect
          .poll(async () => {
            const [own = ''] = (await readdir(tmp)).filter((name) => name.startsWith('plumbline-'));
            loot = await lootOf(join(tmp, own, 'attack.json'));
            return loot?.rounds ?? 0;
          })
          .toBeGreaterThan(1);
        // Listening may succeed: in its own network namespace nobody can reach the port.
        expect(Object.entries(loot?.got ?? {}).filter(([name]) => name !== 'listen')).toEqual([]);
        expect(Object.keys(loot?.refused ?? {}).length).toBeGreaterThan(60);
        const tunnelled = Object.entries(loot?.refused ?? {}).filter(([name]) => name.startsWith('tunnel'));
        expect(tunnelled).toHaveLength(5 + ports.length);
        for (const [name, error] of tunnelled)
          expect([name, error]).toEqual([name, expect.stringContaining('403 Connection refused')]);
        expect(await modesOf(kept)).toEqual(modes);

        expect((await server.ask('GET', '/ready')).body).toMatchObject({ checks: { sandbox: { level: 'full' } } });
        expect((await server.ask('GET', '/operator/status')).body).toMatchObject({
          sandbox: { level: 'full', missing: [] },
        });
        const left = (loot?.left ?? []).filter(isAlive);
        expect(left).toHaveLength(3);
        await server.kill();
        await expect.poll(() => left.filter(isAlive)).toEqual([]);
      } finally {
        await world.close();
      }
    });
  },
);
