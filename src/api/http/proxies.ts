import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** Whether a text names addresses: a single one, a network in CIDR notation, or `loopback`. */
export function isNetwork(text: string): boolean {
  if (text === 'loopback') return true;
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(prefix ?? 0) <= (isIPv4(address) ? 32 : 128);
}

/** A function that recognizes trusted proxies by their address. */
export function trustIn(networks: readonly string[]): (address: string | undefined) => boolean {
  if (networks.length === 0) return () => false;
  const trusted = new BlockList();
  for (const network of networks.flatMap((one) => (one === 'loopback' ? LOOPBACK : one))) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    trusted.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (ip = '') => {
    const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(address) !== 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  };
}

/** A request id from a trusted proxy, if well-formed: the same id then appears in both logs. */
export function givenRequestId(
  { headers, socket }: IncomingMessage,
  trusts: (address: string | undefined) => boolean,
): string | undefined {
  const id = headers['x-request-id'];
  if (typeof id !== 'string' || !/^[\w.:=-]{8,100}$/.test(id)) return undefined;
  return trusts(socket.remoteAddress) ? id : undefined;
}
