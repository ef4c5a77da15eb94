import { startServer } from './server.ts';

export type RabbitCall = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Starts a RabbitMQ. `call` calls its management API: `call('PUT', '/users/zoe', {…})`. */
export async function startRabbit() {
  const server = await startServer({
    name: 'rabbitmq',
    pidFiles: ['rabbitmq.pid', 'epmd.pid'],
    keeps: ['password', '.erlang.cookie'],
    configOf: ({ host, username, password }) => ({ endpoint: `http://${host}`, username, password }),
  });
  const { host, username, password } = server.url;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const call: RabbitCall = async (method, path, body) => {
    const answer = await fetch(`http://${host}/api${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return { ...server, call };
}
