import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STAMP } from '../bin/sources.mjs';

/** Whether `out` was built from these sources. */
export function isFresh(out: string, sources: string): boolean {
  try {
    return readFileSync(join(out, STAMP), 'utf8') === sources;
  } catch (error) {
    if (!has(error, 'ENOENT')) throw error;
    return false;
  }
}

/**
 * Moves `fresh`, which was built from `sources`, to `out`, unless `out` was already built from the same sources.
 * Several processes may do so at once: none sees a partial directory, and none fails because of another.
 */
export function takePlace(fresh: string, out: string, sources: string): void {
  const old = `${fresh}.old`;
  while (!isFresh(out, sources)) {
    // A killed process with the same id may have left it: in a container process ids start with the same numbers each
    // time.
    rmSync(old, { recursive: true, force: true });
    moveAway(out, old);
    const moved = moveInto(fresh, out);
    rmSync(old, { recursive: true, force: true });
    if (moved) return;
  }
}

/** Returns false if another process was faster: a directory cannot replace another. */
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

/**
 * Lets `make` fill a directory beside `out`, and replaces `out` by it when it is complete. Throws the errors of `make`.
 */
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

/** Runs `vite build` in a separate process, with NODE_ENV=production whatever the mode of this process. */
export function runVite(args: readonly string[]): void {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const command = [vite, 'build', ...args, '--logLevel', 'error'];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
}

/**
 * Builds `out` if it is missing or was built from other sources. If that fails, prints the reason and returns false.
 */
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
