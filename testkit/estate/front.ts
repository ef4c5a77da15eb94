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

/** What the provider asks and moto answers with 500, so that it asks for minutes: by `X-Amz-Target`, AWS's answer. */
const GAPS: Record<string, object> = {
  'AnyScaleFrontendService.ListTagsForResource': { Tags: {} },
  'AWSStepFunctions.ListStateMachineVersions': { stateMachineVersions: [] },
  'AWSStepFunctions.ValidateStateMachineDefinition': { result: 'OK', diagnostics: [], truncated: false },
};

const gapOf = ({ 'x-amz-target': target }: IncomingHttpHeaders): object | undefined =>
  typeof target === 'string' ? GAPS[target] : undefined;

/** AWS says of every NAT gateway whether it is in one zone; 6.x reads the addresses of those alone of which it is said. */
const completed = (answer: string): string =>
  answer.replaceAll('</natGatewayAddressSet>', '$&<availabilityMode>zonal</availabilityMode>');

/** Passes an answer on, with what moto leaves out of it. */
async function pass(reply: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const status = reply.statusCode ?? 502;
  const { 'content-length': _length, ...headers } = reply.headers;
  if (!headers['content-type']?.includes('xml')) {
    reply.pipe(outgoing.writeHead(status, reply.headers));
    return;
  }
  outgoing.writeHead(status, headers).end(completed(await text(reply)));
}

export type Front = { url: string; close(): Promise<void> };

/** Stands before moto, as an endpoint or as a proxy: passes everything on, but for the few questions that moto knows no answer to. */
export async function startFront(motoUrl: string): Promise<Front> {
  const { hostname, port } = new URL(motoUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const own = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const server = createServer((incoming, outgoing) => {
    const answer = gapOf(incoming.headers);
    if (answer) {
      incoming.resume();
      outgoing.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
      return;
    }
    const { method, url = '/' } = incoming;
    // Who asks it as a proxy gives whole addresses, with names that moto knows nothing of.
    const path = url.replace(/^http:\/\/[^/]+/, '');
    const headers = path === url ? incoming.headers : { ...incoming.headers, host: own() };
    const onward = request({ hostname, port, method, path, headers, agent }, (reply) => void pass(reply, outgoing));
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  // Clients keep their connections: one that is closed under them would cost a retry.
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
