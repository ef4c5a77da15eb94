import { randomBytes, timingSafeEqual } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { BlockList, createServer, isIP, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pipeline } from 'node:stream';
import { canonicalAddress } from '../../base/ip-address.ts';
import type { ProviderProxy, ProxyEnv } from './provider-proxy.ts';
import { acceptRequest, type ConnectRequest } from './proxy-handshake.ts';
import { isMeant, localPorts, type ReachRule } from './reach.ts';
import { connectThroughProxy, connectTo, proxyFor } from './upstream.ts';

export type TunnelOptions = {
  rules: readonly ReachRule[];
  /** True for addresses open to any process: none of this machine, its link, or a cloud's metadata service. */
  isAllowed: (address: string) => boolean;
  /** Plumbline's own proxy settings, as the usual environment variables. */
  env?: ProxyEnv;
  /** Resolves a name to all its addresses; default: the system's resolver. */
  resolve?: (name: string) => Promise<readonly string[]>;
  /** Addresses of this machine; default: those of its interfaces. */
  own?: () => Iterable<string>;
};

const USER = 'plumbline';
const HANDSHAKE_MS = 30_000;
/** Connections of one process at once, both ends counted: more would use up everybody's file descriptors. */
const MAX_SOCKETS = 2_000;

const resolveBySystem = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Addresses of this machine, whichever network they are in. */
const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address.split('%')[0] ?? '')),
  );

/** Compares addresses, not texts: an IPv6 address can be written in many ways. */
function listOf(addresses: Iterable<string>): BlockList {
  const list = new BlockList();
  for (const address of addresses) list.addAddress(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  return list;
}

/** Hosts that other programs read as addresses: `127.1`, `2130706433`, `0x7f.1`, `127.0.0.1.`. */
const isNumber = (host: string): boolean =>
  /^(\d+|0x[0-9a-f]*)$/i.test(host.replace(/\.$/, '').split('.').at(-1) ?? '');

/** Connects to an allowed target. Undefined where the target is not allowed or nothing answers. */
async function reachFor(
  { host: requested, port }: ConnectRequest,
  options: TunnelOptions,
): Promise<Socket | undefined> {
  const { rules, isAllowed, env = {}, resolve = resolveBySystem, own = ownAddresses } = options;
  const here = listOf(own());
  const mayBe = (address: string): boolean =>
    isAllowed(address) && !here.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  const literal = isIP(requested) !== 0;
  const host = literal ? canonicalAddress(requested) : requested;
  const proxy = proxyFor(env, host);
  if (proxy) {
    // The upstream proxy resolves names; our resolver may know no outside name.
    if (literal ? !mayBe(host) : isNumber(host) || /^localhost\.?$|\.localhost\.?$/i.test(host)) return undefined;
    return isMeant(rules, host, literal ? host : undefined, port) ? connectThroughProxy(proxy, host, port) : undefined;
  }
  // A zone names an interface of this machine.
  const global = async () => (await resolve(host)).filter((one) => !one.includes('%'));
  const addresses = literal ? [host] : (await global()).map(canonicalAddress);
  // Connects to the checked address itself: the name may resolve to another one a moment later.
  for (const address of addresses) {
    if (!mayBe(address) || !isMeant(rules, host, address, port)) continue;
    const socket = await connectTo(address, port).catch(() => undefined);
    if (socket) return socket;
  }
  return undefined;
}

function join(one: Socket, other: Socket): void {
  const nothing = (): void => undefined;
  pipeline(one, other, nothing);
  pipeline(other, one, nothing);
}

/**
 * Opens the way out of one process that connects to services by itself: an HTTP and SOCKS 5 proxy on 127.0.0.1, with a
 * password, that connects only to what the rules allow.
 */
export async function openTunnel(options: TunnelOptions): Promise<ProviderProxy> {
  const password = randomBytes(24).toString('base64url');
  const expected = Buffer.from(`${USER}:${password}`);
  const knows = (user: string, password: string): boolean => {
    const bytes = Buffer.from(`${user}:${password}`);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  };
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket.on('error', () => undefined);
  };

  const serve = async (socket: Socket): Promise<void> => {
    if (sockets.size >= MAX_SOCKETS) return void socket.destroy();
    keep(socket).setTimeout(HANDSHAKE_MS, () => socket.destroy());
    const request = await acceptRequest(socket, knows);
    socket.setTimeout(0);
    if (!request) return;
    const way = await reachFor(request, options).catch(() => undefined);
    if (!way) return request.refuse();
    request.accept();
    join(socket, keep(way));
  };
  const take = (socket: Socket): void => void serve(socket).catch(() => socket.destroy());
  const straight = async (port: number, socket: Socket): Promise<void> =>
    join(keep(socket), keep(await connectTo('127.0.0.1', port)));

  const front = createServer({ noDelay: true }, take);
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  const at = `${USER}:${password}@127.0.0.1:${port}`;
  const proxies = {
    HTTPS_PROXY: `http://${at}`,
    HTTP_PROXY: `socks5://${at}`,
    ALL_PROXY: `socks5h://${at}`,
    NO_PROXY: '',
  };
  const lower = Object.entries(proxies).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    env: { ...proxies, ...Object.fromEntries(lower) },
    endsTls: false,
    ports: [port, ...localPorts(options.rules)],
    accept: (to, socket) => {
      if (to === port) take(socket);
      // A refused connection is reset: a plain end would look like an answer.
      else straight(to, socket).catch(() => socket.resetAndDestroy());
    },
    admit: () => undefined,
    async close() {
      const closed = new Promise((done) => front.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
