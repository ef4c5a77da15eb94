// The baseline of the webhook bench: Fastify that accepts the same bodies, answers 202 and stores nothing.
import { fastify } from 'fastify';

const app = fastify({ bodyLimit: 25 * 1024 * 1024 });
app.post('/api/v1/webhooks/github', async (_request, reply) => reply.code(202).send({ status: 'accepted' }));
console.error(`it listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.on('SIGTERM', () => void app.close());
