/** The dashboard: built with Vite from `web/`, and compressed for those who ask for it, since it is sent more often than it is made. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildInto, prepare, runVite } from './build-into.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** The directory from which the server of a clone serves it. */
export const OUT = join(root, 'web/dist');
/** Files worth compressing. */
const TEXTS = '**/*.{html,js,css,svg,md}';

/** The SHA-256 of everything that the dashboard is made of: its sources, what builds them, and the packages that are bundled. */
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

/** Beside each text, what is sent to browsers that take it compressed. */
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

/** Builds the dashboard into `out`, which it takes the place of when it is whole. */
export function buildWeb(out: string, sources: string = digest()): void {
  buildInto(out, sources, (fresh) => {
    runVite(['web', '--outDir', fresh]);
    compress(fresh);
  });
}

/** Builds it where it is missing or not made of the sources as they are. False where it cannot be built, which it says. */
export const prepareWeb = (): boolean => prepare('the dashboard', OUT, digest(), buildWeb);
