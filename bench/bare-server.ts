// Fastify with nothing around it: answers every GET with the JSON in the file that it is given. With the URL of a
// database and the number of an installation it first reads that organization, through the same driver as Plumbline:
// what a single read costs by itself. Prints its address.
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { Pool } from 'pg';

const [, , file = '', databaseUrl, installation] = process.argv;
const body = readFileSync(file);
const pool = databaseUrl === undefined ? undefined : new Pool({ connectionString: databaseUrl });
const app = fastify();
app.get('/*', async (_request, reply) => {
  await pool?.query('select * from organizations where installation_id = $1', [installation]);
  return reply.type('application/json; charset=utf-8').send(body);
});
process.once('SIGTERM', () => void app.close().then(() => pool?.end()));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
