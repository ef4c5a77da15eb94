import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIPv4, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The addresses that a connection may be made to: of a host, or the literal one that stands in its place. Throws where there is none. */
export type Admit = (to: { host: string; port: number; isSecure: boolean }) => Promise<string[]>;

/** A lookup that knows its result: no name is looked up again after its addresses were checked. */
export function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  return (_host, options, done) => {
    if (options.all === true) done(null, found);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  };
}

class Silent extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Has an agent ask `admit` before it connects. Node looks up no literal address, so that a `lookup` alone would not see those. */
function guarded<A extends HttpAgent>(agent: A, admit: Admit, isSecure: boolean): A {
  const connect = agent.createConnection.bind(agent);
  const connected = async (options: ClientRequestArgs): Promise<Duplex> => {
    const host = (options.host ?? '').replace(/^\[|\]$/g, '');
    const addresses = await admit({ host, port: Number(options.port), isSecure });
    const socket = connect({ ...options, lookup: pinned(addresses) }) as Socket;
    return socket.on('timeout', () => socket.destroy(new Silent('no answer')));
  };
  agent.createConnection = (options, settle) => {
    connected(options).then(
      (socket) => settle?.(null, socket),
      (error: Error) => settle?.(error, undefined as unknown as Duplex),
    );
    return undefined;
  };
  return agent;
}

/**
 * Agents that keep connections alive, and make none to an address that `admit` refuses. They use no proxy of the environment: it would
 * look up names itself. A connection ends on which nothing comes for so long.
 */
export function guardedAgents(
  admit: Admit,
  idleMs: number,
  authorities?: readonly string[],
): { http: HttpAgent; https: HttpsAgent } {
  const options: AgentOptions = { keepAlive: true, maxFreeSockets: 16, scheduling: 'lifo', timeout: idleMs };
  const ca = authorities === undefined ? {} : { ca: [...authorities] };
  return {
    http: guarded(new HttpAgent(options), admit, false),
    https: guarded(new HttpsAgent({ ...options, ...ca }), admit, true),
  };
}
