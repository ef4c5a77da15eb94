import { writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { Kysely, PGliteDialect } from 'kysely';
import { createQueue } from '../src/jobs/queue.ts';
import { QUEUES } from '../src/server/queues.ts';
import type { Jobs } from '../src/services/base/jobs.ts';
import { migrate } from '../src/store/migrate.ts';
import type { Tables } from '../src/store/tables.ts';

/**
 * The initial content of a suite's embedded database: nothing, or the schema and the queue's, as after a first start.
 */
export type InitialContent = 'empty' | 'migrated';

/** Creates an embedded database, and writes its directory as a tar. */
export async function makeSnapshot(content: InitialContent, file: string): Promise<void> {
  const fresh = await PGlite.create({ extensions: { vector } });
  if (content === 'migrated') {
    await migrate(new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: fresh }) }));
    await makeQueues(fresh);
  }
  await writeFile(file, new Uint8Array(await (await fresh.dumpDataDir('none')).arrayBuffer()));
  await fresh.close();
}

async function makeQueues(pglite: PGlite): Promise<void> {
  const onError = (error: unknown) => {
    throw error as Error;
  };
  const queue = createQueue<Jobs>({ kind: 'embedded', pglite }, { queues: QUEUES, onError });
  await queue.start();
  await queue.stop({ graceTimeoutMs: 0 });
}

/** Creates the directory of an embedded database from its tar. */
export async function makeDirectory(snapshot: Uint8Array, directory: string): Promise<void> {
  const loadDataDir = new Blob([new Uint8Array(snapshot)]);
  await (await PGlite.create({ dataDir: directory, loadDataDir, extensions: { vector } })).close();
}
