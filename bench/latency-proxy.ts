import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LatencyProxy = {
  url: string;
  /** Requests that came since the last call of this. */
  takeCount(): number;
  /** The number of calls by service, by its name in signatures, the most first; since the last call of this. */
  takeServices(): [service: string, requests: number][];
  /** From now on no request is answered whose target has this text; all are, without one. */
  hold(text: string | undefined): void;
  close(): Promise<void>;
};

/**
 * Stands between a client and an emulator on this machine and lets every request wait `latencyMs` before it goes on, as
 * the way to a cloud would. Answers are passed on as they come.
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
  // Clients keep their connections: one that is closed under them would cost a retry that the cloud does not cause.
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
