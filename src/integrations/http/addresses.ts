import { BlockList, isIP, isIPv4 } from 'node:net';
import { canonicalAddress } from '../../base/ip-address.ts';

/** Not on the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's platform address, reachable only from its virtual machines although it is in a public range.
  '168.63.129.16/32',
];

/** The part of IPv6 for the public internet; most ranges that embed IPv4 addresses are outside of it. */
const PUBLIC_V6 = '2000::/3';
/**
 * The special ranges within it: https://www.iana.org/assignments/iana-ipv6-special-registry; Teredo and 6to4 embed IPv4.
 */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3ffe::/16', '3fff::/20'];

/** Metadata services of clouds, which hand out credentials: refused even within an allowed network. */
const METADATA = [
  '169.254.169.254/32',
  '169.254.170.2/32',
  '169.254.170.23/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  'fd00:ec2::23/128',
  'fd20:ce::254/128',
];

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.flatMap((one) => (one === 'loopback' ? LOOPBACK : one))) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

/** Decides on a connection to an address: it is `public`, or `allowed` by the operator, or `refused`. */
export type Reach = (address: string) => 'public' | 'allowed' | 'refused';

/** @param networks the networks that the operator allows, in CIDR notation; `loopback` stands for this machine */
export function createReach(networks: readonly string[]): Reach {
  const [allowed, metadata] = [listOf(networks), listOf(METADATA)];
  const [special4, special6, public6] = [listOf(SPECIAL_V4), listOf(SPECIAL_V6), listOf([PUBLIC_V6])];
  return (text) => {
    // A zone names an interface of this machine.
    if (isIP(text) === 0 || text.includes('%')) return 'refused';
    const address = canonicalAddress(text);
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (metadata.check(address, family)) return 'refused';
    if (allowed.check(address, family)) return 'allowed';
    const isPublic =
      family === 'ipv4'
        ? !special4.check(address, family)
        : public6.check(address, family) && !special6.check(address, family);
    return isPublic ? 'public' : 'refused';
  };
}
