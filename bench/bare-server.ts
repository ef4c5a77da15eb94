// Fastify with nothing around it: answers every GET with the JSON in the file that it is given. Prints its address.
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';

const body = readFileSync(process.argv[2] ?? '');
const app = fastify();
app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
process.once('SIGTERM', () => void app.close());
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
