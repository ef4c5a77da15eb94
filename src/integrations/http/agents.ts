import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIPv4, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The addresses to connect to, for a host name or a literal address. Throws where none is allowed. */
export type Admit = (to: { host: string; port: number; isSecure: boolean }) => Promise<string[]>;

/** A lookup with a fixed result: no name is looked up again after its addresses were checked. */
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

/** Makes an agent call `admit` before it connects. A `lookup` is not enough: Node skips it for literal addresses. */
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
 * Agents with persistent connections, which connect only to addresses that `admit` allows. They ignore proxies of the
 * environment, because a proxy looks up names itself. A connection closes after `idleMs` without data.
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
