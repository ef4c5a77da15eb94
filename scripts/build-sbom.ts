import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

type Manifest = {
  name: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
type Component = { 'bom-ref': string; name: string };
type Sbom = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/**
 * The packages that are bundled into server and dashboard: they are part of the delivery, but not installed beside it.
 */
function bundledPackages(): string[] {
  const files = globSync('{src,web/src}/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path));
  const specifiers = files.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import)\s*\(?'([^'.][^']*)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [
    ...new Set(
      specifiers.map((one) =>
        one
          .split('/')
          .slice(0, one.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    ),
  ];
}

/** Packages with their dependencies, including transitive ones. */
function reached(sbom: Sbom, from: readonly string[]): Set<string> {
  const needs = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn ?? []]));
  const found = new Set<string>();
  const next = [...from];
  for (let ref = next.pop(); ref !== undefined; ref = next.pop()) {
    if (found.has(ref)) continue;
    found.add(ref);
    next.push(...(needs.get(ref) ?? []));
  }
  return found;
}

/**
 * Writes the list of delivered packages (CycloneDX, by `npm sbom` from the lock file, without the network): packages
 * that are installed beside the server, packages that are bundled into server and dashboard, and their dependencies.
 * Two builds from one lock file write the same list. Throws if npm fails.
 */
export function buildSbom(file: string): void {
  const npm = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) throw new Error(`npm sbom failed: ${npm.error?.message ?? npm.stderr}`);
  const sbom = JSON.parse(npm.stdout) as Sbom;
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const { component } = sbom.metadata;
  const delivered = [
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.optionalDependencies),
    ...bundledPackages(),
  ];
  const own = component['bom-ref'];
  const direct = (sbom.dependencies.find(({ ref }) => ref === own)?.dependsOn ?? []).filter((ref) =>
    delivered.includes(ref.slice(0, ref.lastIndexOf('@'))),
  );
  const refs = reached(sbom, direct);
  // npm uses the directory's name; serial number and time would differ in each build.
  const { serialNumber: _number, metadata, ...rest } = sbom;
  const { timestamp: _time, ...about } = metadata;
  const written = {
    ...rest,
    metadata: { ...about, component: { ...component, name: manifest.name } },
    components: sbom.components.filter((one) => refs.has(one['bom-ref'])),
    dependencies: [{ ref: own, dependsOn: direct }, ...sbom.dependencies.filter(({ ref }) => refs.has(ref))],
  };
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
}
