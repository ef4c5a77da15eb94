import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LatencyProxy = {
  url: string;
  /** The number of requests since the previous call of this method. */
  takeCount(): number;
  /** The number of requests since the previous call by service (its name in signatures), highest first. */
  takeServices(): [service: string, requests: number][];
  /** From now on leaves requests unanswered whose target contains this text; undefined answers all again. */
  hold(text: string | undefined): void;
  close(): Promise<void>;
};

/**
 * Starts a proxy between a client and an emulator on this machine that delays every request by `latencyMs`, like the
 * network to a cloud. Responses are forwarded at once.
 */
export async function startLatencyProxy(upstream: string, latencyMs: number): Promise<LatencyProxy> {
  const { hostname, port } = new URL(upstream);
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  let count = 0;
  let held: string | undefined;
  const services = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    count++;
    const { method, url: path, headers } = incoming;
    const service = /\/([\w-]+)\/aws4_request/.exec(headers.authorization ?? '')?.[1] ?? 'other';
    services.set(service, (services.get(service) ?? 0) + 1);
    if (held !== undefined && path?.includes(held)) return void incoming.resume();
    const body: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => body.push(chunk));
    incoming.on('end', () => {
      setTimeout(() => {
        const onward = request({ hostname, port, method, path, headers, agent }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
        onward.on('error', () => outgoing.destroy());
        onward.end(Buffer.concat(body));
      }, latencyMs);
    });
  });
  // Clients reuse their connections. If the proxy closed one, the client would have to retry, which a cloud does not
  // cause.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeCount: () => {
      const taken = count;
      count = 0;
      return taken;
    },
    takeServices: () => {
      const taken = [...services].toSorted(([, a], [, b]) => b - a);
      services.clear();
      return taken;
    },
    hold: (text) => void (held = text),
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
