import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { thisPlatform } from '../../src/provider/address/platform.ts';

export type InstallOptions = {
  /** The source address; default `plumbline.dev/testkit/fake`, or `plumbline.dev/demo/sample`. */
  source?: string;
  /** Default `1.0.0`. */
  version?: string;
  /** The protocol of the plugin, default 6; with `both`, the highest that the client supports. */
  protocol?: 5 | 6 | 'both';
};

export type FakeInstallOptions = InstallOptions & {
  /** A directory for `writeControl` and `readCalls` (fake/control.ts). */
  control?: string;
  /** A failure at the start, instead of a working provider. */
  handshake?: 'garbage' | 'wrong_core' | 'wrong_protocol' | 'no_tls' | 'flood' | 'silent' | 'exit';
  /** The schema version of `fake_thing`, default 2, to simulate an older or newer provider. */
  schemaVersion?: number;
  /** Whether it refuses a configuration without `token` or FAKE_TOKEN. Valid tokens begin with `right-`. */
  needsToken?: boolean;
};

/** The installed plugin: an executable file in a filesystem mirror. */
export type Installed = { source: string; version: string; path: string };

async function fingerprint(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true });
  const sources = entries.filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.test.ts')).sort();
  const hash = createHash('sha256');
  for (const name of sources) hash.update(await readFile(join(directory, name)));
  return hash.digest('hex');
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

async function install(mirror: string, options: Required<InstallOptions>, flags: string[]): Promise<Installed> {
  const { source, version, protocol } = options;
  const type = source.split('/').at(-1);
  const directory = join(mirror, ...source.split('/'), version, thisPlatform());
  const path = join(directory, `terraform-provider-${type}_v${version}`);
  const here = fileURLToPath(new URL('.', import.meta.url));
  const main = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? 'main.ts' : 'main.js', import.meta.url));
  // With a larger young generation, Node accumulates 80 MB of garbage.
  const node = [process.execPath, '--max-semi-space-size=2'];
  const words = [...node, main, ...flags, '--protocol', protocol === 'both' ? '5,6' : String(protocol)];
  // The fingerprint changes the script's checksum when the provider's code changes: schemas are cached by checksum.
  const script = `#!/bin/sh\n# ${await fingerprint(here)}\nexec ${words.map(quoted).join(' ')}\n`;
  await mkdir(directory, { recursive: true });
  await writeFile(path, script, { mode: 0o755 });
  return { source, version, path };
}

/**
 * Installs the fake provider into a filesystem mirror, as one executable file: a script that runs this checkout's
 * plugin with the current Node. Types: `fake_thing`, `fake_server`, `aws_iam_role`, `aws_iam_role_policy_attachment`.
 */
export function installFakeProvider(mirror: string, options: FakeInstallOptions = {}): Promise<Installed> {
  const { source = 'plumbline.dev/testkit/fake', version = '1.0.0', protocol = 6 } = options;
  const { control, handshake, schemaVersion } = options;
  return install(mirror, { source, version, protocol }, [
    '--provider',
    'fake',
    ...(control === undefined ? [] : ['--control', control]),
    ...(handshake === undefined ? [] : ['--handshake', handshake]),
    ...(options.needsToken ? ['--needs-token'] : []),
    ...(schemaVersion === undefined ? [] : ['--schema-version', String(schemaVersion)]),
  ]);
}

/** Installs the sample provider, whose resources live in the sample cloud of `startStandInCloud`. */
export function installSampleProvider(mirror: string, options: InstallOptions = {}): Promise<Installed> {
  const { source = 'plumbline.dev/demo/sample', version = '1.0.0', protocol = 6 } = options;
  return install(mirror, { source, version, protocol }, ['--provider', 'sample']);
}
