import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildSbom } from '../scripts/build-sbom.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
type Lock = { packages: Record<string, { version?: string; integrity?: string; os?: string[] | string }> };
const manifest = JSON.parse(read('package.json')) as Manifest;
const lock = JSON.parse(read('package-lock.json')) as Lock;

/** The oldest allowed version of each major version of Node; other major versions are not supported. */
const OLDEST_PATCHES: Readonly<Record<string, readonly [minor: number, patch: number]>> = {
  24: [21, 0],
  26: [10, 0],
};

describe('the Node that comes along', () => {
  const bundled = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-'));

  test('bundles Node for each platform that bin/plumbline.mjs looks for, under one name', () => {
    const platforms = bundled.map(([name]) => /^node(?:-bin)?-((?:linux|darwin|win)-(?:x64|arm64))$/.exec(name)?.[1]);
    expect(new Set(platforms)).toEqual(new Set(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win-x64']));
    expect(platforms).toHaveLength(5);
  });

  test.each(bundled)('bundles %s of a supported line with its patches: %s', (name, version) => {
    const [major = '', minor, patch] = version.split('.');
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const [oldestMinor, oldestPatch] = OLDEST_PATCHES[major] ?? [Infinity, Infinity];
    expect(Number(minor)).toBeGreaterThanOrEqual(oldestMinor);
    if (Number(minor) === oldestMinor) expect(Number(patch)).toBeGreaterThanOrEqual(oldestPatch);
    // npm silently drops packages of other platforms from the lock file.
    expect(lock.packages[`node_modules/${name}`]).toMatchObject({ version, integrity: expect.any(String) });
  });
});

describe('the list of packages', () => {
  afterEach(() => vi.unstubAllEnvs());

  type Sbom = {
    bomFormat: string;
    metadata: { component: { name: string; purl: string } };
    components: { name: string; version: string; hashes?: { alg: string; content: string }[] }[];
  };
  async function built(): Promise<string> {
    await using dir = await temporaryDirectory();
    const file = join(dir.path, 'sbom.cdx.json');
    buildSbom(file);
    return readFileSync(file, 'utf8');
  }

  test('lists the delivered packages, their dependencies and those of the dashboard, and no others', async () => {
    // Nothing listens at this registry: the list is made from the lock file alone.
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9');
    const sbom = JSON.parse(await built()) as Sbom;
    expect([sbom.bomFormat, sbom.metadata.component.name]).toEqual(['CycloneDX', 'plumbline']);
    const names = new Set(sbom.components.map(({ name }) => name));
    const delivered = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const [name, version] of Object.entries(delivered))
      expect(sbom.components.filter((one) => one.name === name).map((one) => one.version)).toContain(version);
    for (const name of ['react', 'react-dom', '@tanstack/react-router', 'protobufjs']) expect(names).toContain(name);
    for (const name of ['vitest', 'vite', 'oxlint', 'typescript', 'playwright-core', 'axe-core'])
      expect(names).not.toContain(name);
    for (const { name, hashes } of sbom.components) expect([name, hashes?.[0]?.alg]).toEqual([name, 'SHA-512']);
  });

  test('writes the same package list each time, without traces of the machine or its registry', async () => {
    const text = await built();
    expect(await built()).toBe(text);
    for (const told of [root, 'registry', 'timestamp', 'serialNumber']) expect(text).not.toContain(told);
    expect([...text.matchAll(/https?:\/\/[^"]+/g)].map(([address]) => address)).toEqual([
      'http://cyclonedx.org/schema/bom-1.5.schema.json',
    ]);
  });
});
