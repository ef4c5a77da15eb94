/**
 * `npm run build [-- DIRECTORY]`: JavaScript for what is deployed, in `dist/` or another directory, the dashboard, and which packages
 * are in both (`sbom.cdx.json`). It
 * starts faster than the sources do, and Node refuses to strip types from what lies under node_modules. Types are checked by
 * `npm run check`, which takes ten times as long.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSbom } from './build-sbom.ts';
import { buildWeb } from './build-web.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = resolve(process.argv[2] ?? join(root, 'dist'));

rmSync(dist, { recursive: true, force: true });
const tsc = spawnSync(
  join(root, 'node_modules/.bin/tsc'),
  ['--project', 'tsconfig.build.json', '--noCheck', '--outDir', dist],
  {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  },
);
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
for (const file of globSync('**/*.{proto,sql}', { cwd: join(root, 'src') }))
  cpSync(join(root, 'src', file), join(dist, file));
buildWeb(join(dist, 'web'));
buildSbom(join(dist, 'sbom.cdx.json'));
