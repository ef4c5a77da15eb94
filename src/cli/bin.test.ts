import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../testkit/alive.ts';
import { plumbline, until } from '../../testkit/cli.ts';
import { prepareDirectory } from '../../testkit/prepared.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';

/** Makes the running Node report an old version, so that the file runs itself again under the bundled one. */
const OLD = ['--import', 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.0"})'];

// The tests start servers, each with a database of its own, which takes long on a busy machine.
/** The process that a wrapper started: its only child. */
async function innerOf(child: ChildProcess): Promise<number> {
  const listing = spawn('ps', ['-o', 'pid=', '--ppid', String(child.pid)]);
  let text = '';
  listing.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(listing, 'close');
  return Number(text.trim().split('\n')[0]);
}

describe.each([
  ['a Node that runs TypeScript', []],
  ['an old Node', OLD],
])('plumbline under %s', (_, flags) => {
  test('answers and passes the exit code on', async () => {
    const version = await plumbline(['--version'], {}, flags).ended;
    expect(version).toMatchObject({ code: 0, signal: null, err: '' });
    expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
    const wrong = await plumbline(['scna'], {}, flags).ended;
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toContain('Did you mean scan?');
  });

  test('stops the server in order on one signal', async () => {
    const signal = flags === OLD ? 'SIGINT' : 'SIGTERM';
    await using dir = await temporaryDirectory();
    const env = { PLUMBLINE_DATA_DIR: dir.path, PORT: '0', PLUMBLINE_LOG_LEVEL: 'silent' };
    await prepareDirectory(env);
    const running = plumbline(['start'], env, flags);
    const { child, said, ended } = running;
    await until(running, () => said.err.includes('Ctrl-C stops it'));
    child.kill(signal);
    const end = await ended;
    expect(end).toMatchObject({ code: 0, signal: null });
    expect(end.err.match(/Stopping/g)).toHaveLength(1);
  });
});

test('stops when its wrapper is killed', async () => {
  await using dir = await temporaryDirectory();
  const env = { PLUMBLINE_DATA_DIR: dir.path, PORT: '0', PLUMBLINE_LOG_LEVEL: 'silent' };
  await prepareDirectory(env);
  const running = plumbline(['start'], env, OLD);
  const { child, said, ended } = running;
  await until(running, () => said.err.includes('Ctrl-C stops it'));
  const inner = await innerOf(child);
  expect(inner).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await ended;
  while (isAlive(inner)) await sleep(20);
  expect(said.err).toContain('Stopping');
});

test('caches compiled code only where no other user can write', async () => {
  await using dir = await temporaryDirectory();
  const kept = async (home: string, mode: number) => {
    const own = join(dir.path, home, 'plumbline');
    await mkdir(own, { recursive: true });
    await chmod(own, mode);
    const env = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: join(dir.path, home) };
    expect(await plumbline(['--version'], env).ended).toMatchObject({ code: 0, err: '' });
    return (await readdir(join(own, 'code'))).length > 0;
  };
  expect([await kept('mine', 0o700), await kept('anybodys', 0o777)]).toEqual([true, false]);
});
