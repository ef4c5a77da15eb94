import { describe, expect, test } from 'vitest';
import { CONFIG, NEED, providerRig } from '../../../testkit/provider-rig.ts';
import { createSandbox } from './sandbox.ts';
import { NOTHING, tryOut } from './try-out.ts';

const node = (program: string) => [process.execPath, '-e', program];
const hearing = (then: string) => node(`process.once('message', () => { ${then} })`);

/** Runs `work` while Node itself cannot be started. */
async function without<T>(work: () => Promise<T>): Promise<T> {
  const { execPath } = process;
  process.execPath = '/bin/false';
  try {
    return await work();
  } finally {
    process.execPath = execPath;
  }
}

describe.skipIf(process.platform !== 'linux')('a trial of the sandbox', () => {
  test.each([
    ['an end without a word', ['/bin/false'], 'exited with code 1 without a word'],
    ['a kill', hearing(`process.kill(process.pid, 'SIGKILL')`), 'was ended by SIGKILL without a word'],
    ['a program that is not there', ['/nowhere/node'], 'could not be started'],
    ['silence', node('setInterval(() => undefined, 1e6)'), 'said nothing for 0.5 s'],
  ])('rejects %s as an answer', async (_, argv, why) => {
    const timeoutMs = why.includes('nothing') ? 500 : 30_000;
    await expect(tryOut({ argv, env: {}, timeoutMs })).rejects.toThrow(why);
  });

  test("takes the guard's word as the answer", async () => {
    const layers = { landlock: 7, seccomp: true, mounts: false, network: false };
    const says = (word: object) => hearing(`process.send(${JSON.stringify(word)}, () => process.exit(126))`);
    expect(await tryOut({ argv: says({ layers }), env: {} })).toEqual(layers);
    expect(await tryOut({ argv: says({ failed: 'no library' }), env: {} })).toEqual(NOTHING);
  });

  test('accepts missing namespaces as an answer, and a kill on the way as none', async () => {
    const optional = { env: {}, optional: true };
    expect(await tryOut({ argv: ['/bin/false'], ...optional })).toEqual(NOTHING);
    expect(await tryOut({ argv: ['/nowhere/unshare'], ...optional })).toEqual(NOTHING);
    const killed = hearing(`process.kill(process.pid, 'SIGKILL')`);
    await expect(tryOut({ argv: killed, ...optional })).rejects.toThrow('without a word');
  });

  test('starts no provider after a failed trial, and tries again for the next', async () => {
    const sandbox = createSandbox({ mode: 'auto' });
    await without(async () => {
      await expect(sandbox.confinement()).rejects.toThrow('could not be tried out');
      await expect(sandbox.level()).rejects.toThrow('could not be tried out');
    });
    expect(await sandbox.level()).toMatchObject({ level: 'full' });

    await using it = await providerRig({}, { sandbox: createSandbox({ mode: 'auto' }) });
    await without(() =>
      expect(it.host.use(NEED, CONFIG, async () => 'never')).rejects.toMatchObject({
        code: 'provider_start_failed',
        internal: expect.stringContaining('could not be tried out'),
      }),
    );
  });
});
