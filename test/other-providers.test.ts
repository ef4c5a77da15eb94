import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { runLocalScan, type LocalScanInput } from '../src/server/compose-scan.ts';
import { missing, otherProviders } from '../testkit/needs.ts';
import { terraform } from '../testkit/plugin/terraform.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const LOCAL = 'registry.terraform.io/hashicorp/local';
const TIME = 'registry.terraform.io/hashicorp/time';

/** The output of a real `terraform apply` with real providers, in a directory with its lock file. */
async function applied() {
  const directory = await temporaryDirectory();
  const root = directory.path;
  const files = join(root, 'files');
  await mkdir(files);
  await copyFile(fileURLToPath(new URL('../testkit/other-providers.tf', import.meta.url)), join(root, 'main.tf'));
  await writeFile(join(root, 'terraform.tfvars.json'), JSON.stringify({ files }));
  const mirror = JSON.stringify(otherProviders());
  await writeFile(
    join(root, 'terraformrc'),
    `provider_installation {\n  filesystem_mirror {\n    path = ${mirror}\n  }\n}\n`,
  );
  for (const args of [['init'], ['apply', '-auto-approve']]) {
    const { code, said } = await terraform(root, ...args);
    if (code !== 0) throw new Error(`terraform ${args.join(' ')} failed: ${said}`);
  }
  return { root, files, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

const verdicts = ({ coverage }: Analysis) =>
  Object.fromEntries(
    coverage.map(({ resource, verdict, reason }) => [resource, reason ? `${verdict}/${reason}` : verdict]),
  );

describe.skipIf(await missing('terraform', 'other-providers'))('providers that need no cloud', () => {
  let here: Awaited<ReturnType<typeof applied>>;
  beforeAll(async () => {
    here = await applied();
  });
  afterAll(() => here[Symbol.asyncDispose]());

  const scan = (more: Partial<LocalScanInput> = {}) => {
    const env = {
      HOME: here.root,
      XDG_CACHE_HOME: join(here.root, 'cache'),
      PLUMBLINE_PROVIDER_MIRROR: otherProviders(),
      PLUMBLINE_PROVIDER_SETTINGS: JSON.stringify([{ provider: 'hashicorp/local', files: [here.files] }]),
    };
    return runLocalScan({ target: join(here.root, 'terraform.tfstate'), ...more, env: { ...env, ...more.env } });
  };

  test('finds no drift right after an apply, nor by a timestamp that was reached', async () => {
    const analysis = await scan();
    expect(analysis.findings).toEqual([]);
    expect(verdicts(analysis)).toMatchObject({
      'time_static.made': 'in_sync',
      'time_offset.later': 'in_sync',
      'time_rotating.monthly': 'in_sync',
      'time_rotating.due': 'in_sync/rotation_due',
      'time_sleep.pause': 'in_sync',
      'local_file.motd["a"]': 'in_sync',
      'local_file.key': 'in_sync',
      'local_file.relative': 'unreadable/directory_unknown',
      'terraform_data.note': 'skipped/built_in',
    });
    // Terraform's hashes of the installed packages verify the binaries that ran.
    expect(analysis.providers).toMatchObject([
      { source: LOCAL, version: '1.4.0', protocol: 5, verified: true },
      { source: TIME, version: '0.14.2', protocol: 5, verified: true },
    ]);
  });

  test('reports a changed file without its content', async () => {
    const path = join(here.files, 'a.txt');
    const key = join(here.files, 'key.txt');
    await writeFile(path, 'changed by hand');
    await writeFile(key, 'wrong horse');
    try {
      const analysis = await scan();
      expect(analysis.findings.map(({ resource, kind, message }) => ({ resource, kind, message }))).toEqual([
        {
          resource: 'local_file.key',
          kind: 'deleted',
          message: expect.stringContaining('its file is gone or has another content'),
        },
        { resource: 'local_file.motd["a"]', kind: 'deleted', message: expect.any(String) },
      ]);
      expect(JSON.stringify(analysis)).not.toMatch(/horse|changed by hand/);
    } finally {
      await writeFile(path, 'hello a');
      await writeFile(key, 'correct horse battery staple');
    }
  });

  test('does not check files without read permission', async () => {
    const settings = JSON.stringify([{ provider: 'hashicorp/local', files: ['/nowhere'] }]);
    const analysis = await scan({ env: { PLUMBLINE_PROVIDER_SETTINGS: settings } });
    expect(analysis.findings).toEqual([]);
    expect(verdicts(analysis)).toMatchObject({
      'time_static.made': 'in_sync',
      'local_file.motd["a"]': 'unreadable/denied',
    });
  });

  test('stops a provider whose hashes differ from the lock file, which can be omitted', async () => {
    const lock = join(here.root, '.terraform.lock.hcl');
    const before = await readFile(lock, 'utf8');
    await writeFile(lock, before.replaceAll(/"h1:[^"]*"/g, `"h1:${'A'.repeat(43)}="`));
    try {
      const stopped = await scan();
      expect(stopped.status).toBe('failed');
      expect(verdicts(stopped)).toMatchObject({ 'time_static.made': 'unreadable/provider_checksum_mismatch' });
      expect(stopped.providers).toEqual([]);
      const without = await scan({ lockFile: false });
      expect(verdicts(without)).toMatchObject({ 'time_static.made': 'in_sync' });
      expect(without.providers[0]).not.toHaveProperty('verified');
    } finally {
      await writeFile(lock, before);
    }
  });

  test('reads a state of OpenTofu with providers of Terraform’s registry, and reports that', async () => {
    const state = await readFile(join(here.root, 'terraform.tfstate'), 'utf8');
    const tofu = join(here.root, 'tofu.tfstate');
    await writeFile(tofu, state.replaceAll('registry.terraform.io', 'registry.opentofu.org'));
    const analysis = await scan({ target: tofu });
    expect(analysis.findings).toEqual([]);
    expect(verdicts(analysis)).toMatchObject({ 'time_static.made': 'in_sync', 'local_file.motd["a"]': 'in_sync' });
    expect(analysis.providers[1]).toMatchObject({
      source: 'registry.opentofu.org/hashicorp/time',
      installed_as: TIME,
      verified: true,
    });
  });

  test('runs no provider that is not allowed', async () => {
    const analysis = await scan({ providers: 'hashicorp/time' });
    expect(verdicts(analysis)).toMatchObject({
      'time_static.made': 'in_sync',
      'local_file.motd["a"]': 'unsupported/provider_not_allowed',
    });
    expect(analysis.status).toBe('partial');
    expect(analysis.providers.map(({ source }) => source)).toEqual([TIME]);
    const set = await scan({ env: { PLUMBLINE_PROVIDERS: 'hashicorp/local' } });
    expect(set.providers.map(({ source }) => source)).toEqual([LOCAL]);
  });
});
