import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerInstead, completed, makesBucket, tagsOfBucket } from './moto-gaps.ts';

export type Front = { url: string; close(): Promise<void> };

type Asked = { method: string | undefined; path: string; headers: IncomingHttpHeaders };
type Send = (asked: Asked, body: IncomingMessage | string) => Promise<IncomingMessage>;

/** Forwards a response, completed by elements that moto leaves out. */
async function pass(method: string | undefined, reply: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const status = reply.statusCode ?? 502;
  const { 'content-length': _length, ...headers } = reply.headers;
  if (!(headers['content-type']?.includes('xml') && method === 'POST')) {
    reply.pipe(outgoing.writeHead(status, reply.headers));
    return;
  }
  outgoing.writeHead(status, headers).end(completed(await text(reply)));
}

/** Creates a bucket, and then sets the tags of the request, which moto ignores. */
async function makeBucket(asked: Asked, incoming: IncomingMessage, send: Send): Promise<IncomingMessage> {
  const body = await text(incoming);
  const reply = await send(asked, body);
  const tags = tagsOfBucket(body);
  if (reply.statusCode === 200 && tags !== undefined) {
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = asked.headers;
    (await send({ ...asked, headers, path: `${asked.path}?tagging` }, tags)).resume();
  }
  return reply;
}

/** Starts an endpoint, usable also as a proxy, that forwards requests to moto and fills in moto's gaps. */
export async function startFront(motoUrl: string): Promise<Front> {
  const { hostname, port } = new URL(motoUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const own = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send: Send = (asked, body) =>
    new Promise((answered, failed) => {
      const onward = request({ hostname, port, agent, ...asked }, answered).on('error', failed);
      if (typeof body === 'string') onward.end(body);
      else body.pipe(onward);
    });
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method, url = '/' } = incoming;
    // Requests to a proxy contain whole URLs, with host names that moto does not know.
    const path = url.replace(/^http:\/\/[^/]+/, '');
    const headers = path === url ? incoming.headers : { ...incoming.headers, host: own() };
    const asked = { method, path, headers };
    const reply = await (makesBucket(method, path) ? makeBucket(asked, incoming, send) : send(asked, incoming));
    const instead = reply.statusCode === 500 ? answerInstead(incoming.headers) : undefined;
    if (!instead) return pass(method, reply, outgoing);
    reply.resume();
    outgoing.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(instead));
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  // Clients reuse their connections; if the server closes one, the client has to retry.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://${own()}`,
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
