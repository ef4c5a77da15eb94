/** The dashboard: built with Vite from `web/`, and compressed for those who ask for it, since it is sent more often than it is made. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../', import.meta.url));
/** The directory from which the server of a clone serves it. */
export const OUT = join(root, 'dist/web');
/** The file with the hash of a build's sources; its name is not served. */
const STAMP = '.sources';
/** Files worth compressing. */
const TEXTS = '**/*.{html,js,css,svg,md}';

/** The SHA-256 of everything that the dashboard is made of: its sources, what builds them, and the packages that are bundled. */
function digest(): string {
  const files = ['package-lock.json', 'scripts/build-web.ts', ...globSync('web/**/*', { cwd: root })];
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

function isFresh(out: string, sources: string): boolean {
  try {
    return readFileSync(join(out, STAMP), 'utf8') === sources;
  } catch (error) {
    if (!has(error, 'ENOENT')) throw error;
    return false;
  }
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

/**
 * Moves `fresh`, made of `sources`, to `out`, unless what is there was made of the same. Several processes may do so at once: nobody
 * finds half of one there, and nobody fails for another's sake.
 */
export function takePlace(fresh: string, out: string, sources: string): void {
  const old = `${fresh}.old`;
  while (!isFresh(out, sources)) {
    moveAway(out, old);
    const moved = moveInto(fresh, out);
    rmSync(old, { recursive: true, force: true });
    if (moved) return;
  }
}

/** False where somebody else was faster: a directory does not move over another. */
function moveInto(fresh: string, out: string): boolean {
  try {
    renameSync(fresh, out);
    return true;
  } catch (error) {
    if (!has(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    return false;
  }
}

function moveAway(out: string, to: string): void {
  try {
    renameSync(out, to);
  } catch (error) {
    if (!has(error, 'ENOENT')) throw error;
  }
}

const has = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

/** Builds the dashboard into `out`, which it takes the place of when it is whole. */
export function buildWeb(out: string, sources: string = digest()): void {
  const fresh = `${out}.${process.pid}`;
  mkdirSync(dirname(out), { recursive: true });
  try {
    runVite(fresh);
    compress(fresh);
    writeFileSync(join(fresh, STAMP), sources);
    takePlace(fresh, out, sources);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** In a process of its own: what is deployed is made for production, whatever this process is for. */
function runVite(out: string): void {
  const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));
  const env = { ...process.env, NODE_ENV: 'production' };
  const args = [vite, 'build', 'web', '--outDir', out, '--logLevel', 'error'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
}

/**
 * Builds it where it is missing or not made of the sources as they are. False where it cannot be built, which it says, and leaves it
 * at that.
 */
export function prepareWeb(): boolean {
  const sources = digest();
  if (isFresh(OUT, sources)) return true;
  console.error('Building the dashboard …');
  try {
    buildWeb(OUT, sources);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.error(`It could not be built, and all else works without it; \`npm ci\` installs what builds it. (${why})`);
    return false;
  }
}
