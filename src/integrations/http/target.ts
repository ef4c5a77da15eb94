import { isIP } from 'node:net';
import type { Reach } from './addresses.ts';

/** Limits that the operator sets on addresses. */
export type Rules = {
  reach: Reach;
  /** http:// too. */
  http: boolean;
  /** There are networks that are private and allowed: within these, any port from 1024 on. */
  anyPort: boolean;
  /** Further ports of servers that speak HTTP, wherever they are. */
  ports?: readonly number[];
};

const MAX_LENGTH = 2_000;
/** Ports of web servers: on others a mail server or a database may take the lines of a request for commands. */
const WEB_PORTS = [443, 8443, 80, 8080];

/** The port that a URL leads to. */
export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/** Whether the web is served at this port, on whichever host. */
export const isWebPort = (port: number, { ports = [] }: Pick<Rules, 'ports'>): boolean =>
  WEB_PORTS.includes(port) || ports.includes(port);

/** The address itself, where a URL names one instead of a host: IPv6 without its brackets. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Names that are never of the public internet: RFC 6761, RFC 6762, RFC 8375, RFC 9476. */
const INNER = /(?:^|\.)(?:localhost|local|internal|home\.arpa|alt|onion)\.?$/;

/** The problem of a URL by its form; undefined for a valid one. Never repeats it: it may hold a secret. */
export function refusalOf(text: string, rules: Rules): string | undefined {
  const { reach, http, anyPort, ports = [] } = rules;
  // As a browser would, the parser passes over tabs and line ends, takes backslashes for slashes, and folds other alphabets.
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
