import { isIPv6 } from 'node:net';

const groups = (text: string) => (text === '' ? [] : text.split(':'));

/** An address without the port that some proxies write behind it, another one for every connection. */
const withoutPort = (text: string) =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;

/**
 * What counts as one address: an IPv4 address, however it is written, or an IPv6 /64, which is the least that a single
 * host has to choose its addresses from.
 */
export function networkOf(address: string): string {
  const ip = withoutPort(address);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
