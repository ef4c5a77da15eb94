// Plain JavaScript that any Node from 18 on understands.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Whether this is a clone: what is deployed has no sources. */
export const IN_CLONE = existsSync(`${root}src/cli/main.ts`);

/** The file in a build with the stamp of its sources. */
export const STAMP = '.sources';

/** Names, sizes and times of change of all that the server is built of: to read them takes milliseconds. */
export function stampOfSources() {
  const hash = createHash('sha256');
  const add = (name) => {
    const { size, mtimeMs } = statSync(root + name);
    hash.update(`${name}\0${size}\0${mtimeMs}\n`);
  };
  const addAll = (directory) => {
    for (const entry of readdirSync(root + directory, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    ))
      if (entry.name === '__pycache__') continue;
      else if (entry.isDirectory()) addAll(`${directory}/${entry.name}`);
      else if (!entry.name.endsWith('.test.ts')) add(`${directory}/${entry.name}`);
  };
  // The demo and its provider are of the testkit.
  for (const directory of ['src', 'testkit']) addAll(directory);
  for (const name of ['build-into.ts', 'build-server.ts', 'vite.server.ts']) add(`scripts/${name}`);
  add('package-lock.json');
  return hash.digest('hex');
}

/** Whether `dist/` was built of the sources as they are now. */
export function isBuilt() {
  try {
    return readFileSync(`${root}dist/${STAMP}`, 'utf8') === stampOfSources();
  } catch {
    return false;
  }
}

/** Whether there is a build, of whatever sources. */
export const hasBuild = () => existsSync(`${root}dist/cli/main.js`);

/** Whether the packages are there that the sources import, and the build has in it: `npm ci --omit=dev` leaves them out. */
export function canRunSources() {
  try {
    createRequire(import.meta.url).resolve('fastify');
    return true;
  } catch {
    return false;
  }
}
