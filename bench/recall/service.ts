import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { plumbline, until } from '../../testkit/cli.ts';

const KEY = 'an-operator-key-for-benches-only';
const MANY = '1000000';

/** A running server, with a client over one persistent connection. */
export type Service = {
  pid: number;
  call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>;
} & AsyncDisposable;

/** Sends one request; returns the body as text. Throws if the status is not 2xx. */
async function ask(agent: Agent, url: string, method: string, body: string | undefined): Promise<string> {
  const headers = {
    authorization: `Bearer ${KEY}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  const sent = request(url, { agent, method, headers }).end(body);
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 299)
    throw new Error(`${method} ${url} was answered with ${statusCode}: ${text}`);
  return text;
}

type Connection = { ask: (url: string, method: string, body?: string) => Promise<string>; close: () => void };

/** One persistent connection to any server: the service, or its baseline. */
export function connection(): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { ask: (url, method, body) => ask(agent, url, method, body), close: () => agent.destroy() };
}

/** Starts the server as operators do, in a separate process, with rate limits that no bench reaches. */
export async function startService(env: Record<string, string>): Promise<Service> {
  const server = plumbline(['start'], {
    PLUMBLINE_ADMIN_KEY: KEY,
    PLUMBLINE_LOG_LEVEL: 'error',
    PLUMBLINE_KEY_LIMIT: MANY,
    PLUMBLINE_RECALL_LIMIT: MANY,
    PORT: '0',
    ...env,
  });
  await until(server, () => server.said.err.includes('listens on'));
  const url = /listens on (\S+)/.exec(server.said.err)?.[1];
  if (url === undefined) throw new Error(`the server did not start: ${server.said.err.slice(-500)}`);
  const { ask, close } = connection();
  return {
    pid: server.child.pid ?? 0,
    async call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
      const text = await ask(`${url}/api/v1${path}`, method, body === undefined ? undefined : JSON.stringify(body));
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
    async [Symbol.asyncDispose]() {
      close();
      server.child.kill('SIGTERM');
      await server.ended;
    },
  };
}
