/** The program of the thread that creates an empty database: `workerData` is its directory. */
import { workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const db = await PGlite.create({ dataDir: workerData as string });
await db.close();
