import { hash } from 'node:crypto';
import type { Call, Headers } from '../call/types.ts';

/** Headers that differ between equal requests: signatures, times, and the client's counters and identification. */
const IDLE_HEADERS = new Set([
  'authorization',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
  'connection',
  'content-length',
  'date',
  'expect',
  'host',
  'user-agent',
  'x-amz-content-sha256',
  'x-amz-date',
  'x-amz-security-token',
  'x-amz-user-agent',
  'x-amzn-trace-id',
]);

/** A number with more digits than a double holds would be rounded. */
const LONG_NUMBER = /\d{16}/;

/** JSON with its keys in order: `{"b":1,"a":2}` asks for the same as `{"a":2,"b":1}`. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, held]) => [name, sorted(held)]));
}

/** A canonical body: equal for two requests that ask for the same, as far as their protocol is understood. */
export function canonicalBody(body: Buffer, protocol: Call['action']['protocol']): Buffer | string {
  if (body.length === 0) return '';
  if (protocol === 'query' || protocol === 'ec2') return body.toString('latin1').split('&').toSorted().join('&');
  if (protocol !== 'json' && protocol !== 'rest-json') return body;
  const text = body.toString('utf8');
  if (LONG_NUMBER.test(text)) return body;
  try {
    return JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    return body;
  }
}

const headerLines = (headers: Headers): string[] =>
  Object.entries(headers)
    .filter(([name]) => !IDLE_HEADERS.has(name))
    .map(([name, value]) => `${name}:${typeof value === 'string' ? value : value.join('\n')}`)
    .toSorted();

/** A key that is equal for two calls of one session only where they ask for the same. */
export function keyOf({ request, action, region }: Pick<Call, 'request' | 'action' | 'region'>): string {
  const parts = [request.method, request.host, request.target, region, action.service, action.name];
  const head = `${parts.join('\0')}\0${JSON.stringify(headerLines(request.headers))}\0`;
  const body = canonicalBody(request.body, action.protocol);
  return hash('sha256', typeof body === 'string' ? head + body : Buffer.concat([Buffer.from(head), body]), 'base64');
}
