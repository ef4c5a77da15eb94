import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type StandInRequest = { method: string; url: URL; headers: IncomingMessage['headers']; body: Buffer };
export type StandInAnswer = { status?: number; headers?: Record<string, string>; body?: unknown };

/**
 * Starts an HTTP server that is a stand-in for a service. Response bodies other than text or bytes are sent as JSON.
 */
export async function startStandIn(
  answer: (request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>,
): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((message, response) => {
    void (async () => {
      const url = new URL(message.url ?? '/', 'http://stand-in');
      const body = await buffer(message);
      const said = await answer({ method: message.method ?? 'GET', url, headers: message.headers, body });
      const isRaw = typeof said.body === 'string' || Buffer.isBuffer(said.body) || said.body === undefined;
      const type: Record<string, string> = isRaw ? {} : { 'content-type': 'application/json' };
      response.writeHead(said.status ?? 200, { ...type, ...said.headers });
      response.end(isRaw ? said.body : JSON.stringify(said.body));
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  // Tests build bodies of hundreds of megabytes, which blocks the process.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
