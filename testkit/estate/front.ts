import { Agent, createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the provider asks and moto answers with 500, so that it asks for minutes: by `X-Amz-Target`, AWS's answer. */
const GAPS: Record<string, object> = {
  'AnyScaleFrontendService.ListTagsForResource': { Tags: {} },
  'AWSStepFunctions.ListStateMachineVersions': { stateMachineVersions: [] },
  'AWSStepFunctions.ValidateStateMachineDefinition': { result: 'OK', diagnostics: [], truncated: false },
};

const gapOf = ({ 'x-amz-target': target }: IncomingHttpHeaders): object | undefined =>
  typeof target === 'string' ? GAPS[target] : undefined;

export type Front = { url: string; close(): Promise<void> };

/** Stands before moto: passes everything on, but for the few questions that moto knows no answer to. */
export async function startFront(motoUrl: string): Promise<Front> {
  const { hostname, port } = new URL(motoUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const server = createServer((incoming, outgoing) => {
    const answer = gapOf(incoming.headers);
    if (answer) {
      incoming.resume();
      outgoing.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
      return;
    }
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers, agent }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  // Clients keep their connections: one that is closed under them would cost a retry.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
