import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { lockedBeside, lockedBy } from './lock-files.ts';

const TIME = 'registry.terraform.io/hashicorp/time';
const NAME = '.terraform.lock.hcl';

/** A directory with lock files for these versions. */
async function directory(versions: Record<string, string>) {
  const dir = await temporaryDirectory();
  for (const [name, version] of Object.entries(versions)) {
    const path = join(dir.path, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `provider "${TIME}" {\n  version = "${version}"\n}\n`);
  }
  return dir;
}

test('reads the nearest lock file, up to the scanned directory', async () => {
  await using dir = await directory({
    [NAME]: '1.0.0',
    [`infra/net/${NAME}`]: '2.0.0',
    [`infra/net/vpc/${NAME}`]: '3.0.0',
  });
  const version = (target: string, key: string) => lockedBeside(join(dir.path, target))(key, TIME)?.version;
  expect(version('.', 'a.tfstate')).toBe('1.0.0');
  expect(version('.', 'infra/app/a.tfstate')).toBe('1.0.0');
  expect(version('.', 'infra/net/dns/a.tfstate')).toBe('2.0.0');
  expect(version('.', 'infra/net/vpc/a.tfstate')).toBe('3.0.0');
  expect(version('infra', 'app/a.tfstate')).toBeUndefined();
  expect(version('infra', 'net/a.tfstate')).toBe('2.0.0');
  expect(lockedBeside(dir.path)('a.tfstate', 'registry.terraform.io/hashicorp/aws')).toBeUndefined();
});

test('reads the lock file beside a state file, or beside its workspaces', async () => {
  await using dir = await directory({ [NAME]: '1.0.0' });
  const version = (path: string) => lockedBeside(join(dir.path, path))('terraform.tfstate', TIME)?.version;
  await mkdir(join(dir.path, 'terraform.tfstate.d', 'prod'), { recursive: true });
  expect(version('terraform.tfstate')).toBe('1.0.0');
  expect(version('terraform.tfstate.d/prod/terraform.tfstate')).toBe('1.0.0');
  expect(version('elsewhere/terraform.tfstate')).toBeUndefined();
});

test('applies a named lock file to every state, and requires it to exist', async () => {
  await using dir = await directory({ 'locks/my.hcl': '4.0.0' });
  expect(lockedBy(join(dir.path, 'locks', 'my.hcl'))('any', TIME)?.version).toBe('4.0.0');
  expect(() => lockedBy(join(dir.path, 'none.hcl'))).toThrow(/none\.hcl cannot be used: .*--no-lock-file/);
});
