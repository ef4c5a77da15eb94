import type { IncomingHttpHeaders } from 'node:http';

/** What concerns one connection only (RFC 9110, 7.6.1), and a proxy on the way. */
const HOPS = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers without those of the connection that they came by, nor HTTP/2's own (`:path`). */
export function withoutHops(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = headers.connection === undefined ? [] : headers.connection.toLowerCase().split(/\s*,\s*/);
  const kept: Record<string, string | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !name.startsWith(':') && !HOPS.has(name) && !named.includes(name)) kept[name] = value;
  }
  return kept;
}
