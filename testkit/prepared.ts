import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { InitialContent } from './prepare.ts';

const root = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const CACHE = root('node_modules/.cache/plumbline');
/** The inputs that determine a prepared database. */
const SOURCES = [
  'package-lock.json',
  'src/jobs/declare.ts',
  'src/jobs/queue.ts',
  'src/server/queues.ts',
  'src/store/migrate.ts',
  'testkit/prepare.ts',
];
const MIGRATIONS = 'src/store/migrations';

async function preparedVersion(): Promise<string> {
  const steps = (await readdir(root(MIGRATIONS))).sort().map((name) => `${MIGRATIONS}/${name}`);
  const hash = createHash('sha256');
  for (const path of [...SOURCES, ...steps]) hash.update(await readFile(root(path)));
  return hash.digest('hex').slice(0, 16);
}

/** The path of a cache entry that persists between runs. `make` creates it once; it appears atomically. */
async function keptAs(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(CACHE, name);
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  await make(unfinished);
  // If two processes create it at once, the second rename fails: a directory cannot replace another.
  await rename(unfinished, path).catch(() => rm(unfinished, { recursive: true }));
  return path;
}

// Imported only when an entry is missing: nearly no suite needs this module.
const making = () => import('./prepare.ts');

/** The directory of an embedded database as a tar. Creating a database takes seconds, loading a tar less than one. */
export async function embeddedSnapshot(content: InitialContent): Promise<Uint8Array> {
  const file = await keptAs(`${content}-${await preparedVersion()}.tar`, async (path) =>
    (await making()).makeSnapshot(content, path),
  );
  return readFile(file);
}

/** Creates the prepared embedded database of the server with this environment, unless it has one or uses Postgres. */
export async function prepareDirectory({ DATABASE_URL, PLUMBLINE_DATA_DIR }: Record<string, string>): Promise<void> {
  if (DATABASE_URL !== undefined || PLUMBLINE_DATA_DIR === undefined) return;
  const directory = join(PLUMBLINE_DATA_DIR, 'database');
  if (existsSync(directory)) return;
  const kept = await keptAs(`migrated-${await preparedVersion()}`, async (path) =>
    (await making()).makeDirectory(await embeddedSnapshot('migrated'), path),
  );
  await mkdir(PLUMBLINE_DATA_DIR, { recursive: true, mode: 0o700 });
  await promisify(execFile)('cp', ['-R', kept, directory]);
}
