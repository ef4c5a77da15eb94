// A baseline: bare Fastify that answers every GET with the JSON in a file. With a database (a URL, or `embedded`) and
// the id of an installation it first reads that organization through Plumbline's driver, to measure the cost of a
// single read; with the embedded database that is one message to the database's thread. Prints its URL.
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { Pool } from 'pg';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { insertOrganization } from '../src/store/queries/organizations.ts';

type Reader = { read: () => Promise<unknown>; close: () => Promise<void> };

function overPool(connectionString: string, installation: string | undefined): Reader {
  const pool = new Pool({ connectionString });
  return {
    read: () => pool.query('select * from organizations where installation_id = $1', [installation]),
    close: () => pool.end(),
  };
}

async function embedded(installation: string | undefined): Promise<Reader> {
  const store = await openDatabase({ memory: true });
  const { db } = store;
  await migrate(db);
  const row = { id: 'org_1', login: 'acme', installation_id: Number(installation), fingerprint_key: Buffer.alloc(32) };
  await insertOrganization(db, row);
  const query = sql`select * from organizations where installation_id = ${installation}`.compile(db);
  return { read: () => db.executeQuery(query), close: () => store.close() };
}

const [, , file = '', database, installation] = process.argv;
const body = readFileSync(file);
const reader =
  database === undefined
    ? undefined
    : database === 'embedded'
      ? await embedded(installation)
      : overPool(database, installation);
const app = fastify();
app.get('/*', async (_request, reply) => {
  await reader?.read();
  return reply.type('application/json; charset=utf-8').send(body);
});
process.once('SIGTERM', () => void app.close().then(() => reader?.close()));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
