import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STAMP } from '../bin/sources.mjs';

/** Whether `out` was built of these sources. */
export function isFresh(out: string, sources: string): boolean {
  try {
    return readFileSync(join(out, STAMP), 'utf8') === sources;
  } catch (error) {
    if (!has(error, 'ENOENT')) throw error;
    return false;
  }
}

/**
 * Moves `fresh`, made of `sources`, to `out`, unless what is there was made of the same. Several processes may do so at once: nobody
 * finds half of one there, and nobody fails for another's sake.
 */
export function takePlace(fresh: string, out: string, sources: string): void {
  const old = `${fresh}.old`;
  while (!isFresh(out, sources)) {
    // A process of the same number may have been killed here: in a container they begin with the same ones each time.
    rmSync(old, { recursive: true, force: true });
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

/** Has `make` fill a directory beside `out`, which takes the place of `out` when it is whole. Throws what `make` throws. */
export function buildInto(out: string, sources: string, make: (fresh: string) => void): void {
  const fresh = `${out}.${process.pid}`;
  mkdirSync(dirname(out), { recursive: true });
  try {
    make(fresh);
    writeFileSync(join(fresh, STAMP), sources);
    takePlace(fresh, out, sources);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Runs `vite build`, in a process of its own: what is built is made for production, whatever this process is for. */
export function runVite(args: readonly string[]): void {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const command = [vite, 'build', ...args, '--logLevel', 'error'];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
}

/** Builds `out` where it is missing or was built of other sources. False where it cannot be built, which it says. */
export function prepare(
  name: string,
  out: string,
  sources: string,
  build: (out: string, sources: string) => void,
): boolean {
  if (isFresh(out, sources)) return true;
  console.error(`Building ${name} …`);
  try {
    build(out, sources);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.error(`It could not be built; \`npm ci\` installs what builds it. Plumbline starts without it. (${why})`);
    return false;
  }
}
