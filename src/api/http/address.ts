import { isIPv6 } from 'node:net';

const groups = (text: string) => (text === '' ? [] : text.split(':'));

/** The address without the port that some proxies append: the port differs for every connection. */
const withoutPort = (text: string) =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;

/**
 * The network that counts as one address: an IPv4 address in any notation, or an IPv6 /64, the smallest range that one
 * host can choose addresses from.
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
