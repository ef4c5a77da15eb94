import { isIP } from 'node:net';
import type { Reach } from './addresses.ts';

/** The operator's limits on addresses. */
export type Rules = {
  reach: Reach;
  /** Whether http:// is allowed too. */
  http: boolean;
  /** Private networks are allowed: within them, any port from 1024 on. */
  anyPort: boolean;
  /** Further ports of HTTP servers, on any host. */
  ports?: readonly number[];
};

const MAX_LENGTH = 2_000;
/** Ports of web servers. On others, a mail server or a database might run a request's lines as commands. */
const WEB_PORTS = [443, 8443, 80, 8080];

export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/** Whether this port is allowed on every host. */
export const isWebPort = (port: number, { ports = [] }: Pick<Rules, 'ports'>): boolean =>
  WEB_PORTS.includes(port) || ports.includes(port);

/** The literal address of a URL, IPv6 without its brackets; undefined for a host name. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Names that are never on the public internet: RFC 6761, RFC 6762, RFC 8375, RFC 9476. */
const INNER = /(?:^|\.)(?:localhost|local|internal|home\.arpa|alt|onion)\.?$/;

/** The problem of a URL's form; undefined for a valid one. Never repeats the URL, which may contain a secret. */
export function refusalOf(text: string, rules: Rules): string | undefined {
  const { reach, http, anyPort, ports = [] } = rules;
  // Like a browser, the parser drops tabs and line ends, reads backslashes as slashes, and folds other alphabets.
  if (text.length > MAX_LENGTH || !/^[\x21-\x5b\x5d-\x7e]+$/.test(text) || !URL.canParse(text))
    return `must be a URL of at most ${MAX_LENGTH} ASCII characters`;
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(http && url.protocol === 'http:'))
    return http ? 'must begin with https:// or http://' : 'must begin with https://';
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)) return 'must hold no user and no password';
  if (url.hash || text.includes('#')) return 'must hold no fragment';
  const port = portOf(url);
  if (!isWebPort(port, rules) && !(anyPort && port >= 1024))
    return `must lead to one of the ports ${[...WEB_PORTS, ...ports].join(', ')}`;
  const literal = literalOf(url);
  if (literal !== undefined)
    return reach(literal) === 'refused' ? 'leads to an address that may not be reached' : undefined;
  if (!anyPort && INNER.test(url.hostname)) return 'leads to a name of this machine or its network';
  return /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?$/.test(url.hostname)
    ? undefined
    : 'must name a host';
}
