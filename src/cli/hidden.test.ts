import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../testkit/tmp.ts';

const BIN = fileURLToPath(new URL('../../bin/plumbline.mjs', import.meta.url));
/** Makes the running Node report an old version, so that the file runs itself again under the bundled one. */
const OLD = ['--import', 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.0"})'];
const NOBODY = '65534';

/** A process with all its descendants. */
async function treeOf(pid: number): Promise<number[]> {
  const all = await readdir('/proc');
  const parents = await Promise.all(
    all
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
        return [Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const;
      }),
  );
  const below = (one: number): number[] => [
    one,
    ...parents.flatMap(([child, parent]) => (parent === one ? below(child) : [])),
  ];
  return below(pid);
}

describe.skipIf(process.platform !== 'linux').each([
  ['a Node that runs TypeScript', []],
  ['an old Node', OLD],
])('a server under %s', (_, flags) => {
  test.skipIf(process.getuid?.() !== 0)('hides its secrets from other processes of its user', async () => {
    await using dir = await temporaryDirectory();
    await chmod(dir.path, 0o777);
    const canary = ['canary', 'of', 'the', 'environment'].join('-');
    const env = {
      PATH: process.env.PATH,
      HOME: dir.path,
      PORT: '0',
      PLUMBLINE_DATA_DIR: join(dir.path, 'data'),
      PLUMBLINE_ADMIN_KEY: `${canary}-admin-key`,
      AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
      AWS_SECRET_ACCESS_KEY: canary,
      UNKNOWN_TOKEN: canary,
    };
    const as = ['--reuid', NOBODY, '--regid', NOBODY, '--clear-groups', process.execPath];
    const server = spawn('setpriv', [...as, ...flags, BIN, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      let log = '';
      server.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
      await expect.poll(() => log).toContain('how providers are confined');
      const pids = await treeOf(server.pid ?? 0);
      expect(pids).toHaveLength(flags === OLD ? 2 : 1);
      for (const pid of pids) {
        // Root may read it.
        const environment = await readFile(`/proc/${pid}/environ`, 'latin1');
        expect(environment).toContain('UNKNOWN_TOKEN=');
        expect(environment).not.toContain('canary');
        for (const file of ['environ', 'maps', 'mem']) {
          const reading = promisify(execFile)('setpriv', [...as.slice(0, 5), 'head', '-c1', `/proc/${pid}/${file}`]);
          await expect(reading).rejects.toThrow('Permission denied');
        }
      }
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  });
});
