/** Builds the dashboard with Vite from `web/`, with compressed files, since it is sent more often than it is built. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildInto, prepare, runVite } from './build-into.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** The directory from which the server of a clone serves the dashboard. */
export const OUT = join(root, 'web/dist');
/** Files worth compressing. */
const TEXTS = '**/*.{html,js,css,svg,md}';

/** The SHA-256 of all inputs of the dashboard: its sources, the build scripts, and the bundled packages. */
function digest(): string {
  const made = (name: string) => name.startsWith('dist');
  const files = ['package-lock.json', 'scripts/build-web.ts', ...globSync('web/**/*', { cwd: root, exclude: made })];
  const hash = createHash('sha256');
  for (const file of files.map((one) => one.replaceAll('\\', '/')).toSorted()) {
    const path = join(root, file);
    if (/\.test\.tsx?$/.test(file) || !isFile(path)) continue;
    hash.update(`${file}\0`).update(createHash('sha256').update(readFileSync(path)).digest());
  }
  return hash.digest('hex');
}

function isFile(path: string): boolean {
  return statSync(path).isFile();
}

/** Writes compressed files beside each text, for browsers that accept them. */
function compress(directory: string): void {
  for (const file of globSync(TEXTS, { cwd: directory })) {
    const path = join(directory, file);
    const text = readFileSync(path);
    const options = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    };
    writeFileSync(`${path}.br`, brotliCompressSync(text, options));
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  }
}

/** Builds the dashboard into the directory `out`, which is replaced when the build is complete. */
export function buildWeb(out: string, sources: string = digest()): void {
  buildInto(out, sources, (fresh) => {
    runVite(['web', '--outDir', fresh]);
    compress(fresh);
  });
}

/** Builds the dashboard if it is missing or outdated. If that fails, prints the reason and returns false. */
export const prepareWeb = (): boolean => prepare('the dashboard', OUT, digest(), buildWeb);
