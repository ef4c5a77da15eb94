import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONFIG, NEED, providerRig } from '../../../testkit/provider-rig.ts';

describe('starting', () => {
  test.each([
    ['garbage', 'does not introduce itself'],
    ['wrong_core', 'version 2 of the plugin handshake'],
    ['wrong_protocol', 'protocol 4; protocols 5 and 6 are supported'],
    ['no_tls', 'does not offer an encrypted connection'],
    ['flood', 'does not introduce itself'],
    ['silent', 'said nothing for 1 s'],
    ['exit', 'exited with code 1 before it had introduced itself'],
  ] as const)('a binary that answers with %s is named with the reason', async (handshake, why) => {
    await using it = await providerRig({ handshake }, handshake === 'silent' ? { startTimeoutMs: 1_000 } : {});
    await expect(it.host.use(NEED, CONFIG, async () => 'never')).rejects.toMatchObject({
      code: 'provider_start_failed',
      source: NEED.source,
      message: expect.stringContaining(why),
    });
  });

  test('names a file that is no program or does not exist', async () => {
    await using it = await providerRig();
    const notOne = join(it.dir, 'terraform-provider-x');
    await writeFile(notOne, 'echo I am a text file', { mode: 0o755 });
    for (const [path, why] of [
      [notOne, 'not a program'],
      [join(it.dir, 'nowhere'), 'no such file'],
    ] as const) {
      const host = it.open({ find: async () => ({ ...it.found, path, checksum: 'other' }) });
      await expect(host.use(NEED, CONFIG, async () => 'never')).rejects.toMatchObject({
        code: 'provider_start_failed',
        internal: expect.stringContaining(why),
      });
      await host.close();
    }
  });

  test('retries a failed start at the next use', async () => {
    await using it = await providerRig();
    await chmod(it.found.path, 0o600);
    await expect(it.host.use(NEED, CONFIG, async () => 'never')).rejects.toThrow('exited with code 126');
    await chmod(it.found.path, 0o755);
    await expect(it.host.use(NEED, CONFIG, async () => 'works')).resolves.toBe('works');
  });
});
