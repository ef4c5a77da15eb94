import type { FastifyReply, FastifyRequest } from 'fastify';
import { base62, random } from '../../base/ids.ts';

/** A request's id, for its response and the log. */
export function newRequestId(): string {
  return `req_${base62(random(12), 17)}`;
}

/** The API returns no pages: a browser that shows a response must not run or frame anything. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** The policy of the dashboard's and documentation's pages: they may load parts from this server, and call its API. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
const A_YEAR = 'max-age=31536000';

/** The headers of every response; a route may override them. */
export function ownHeaders(requestId: string): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
  };
}

/** Sets these headers, with HSTS where users come by HTTPS. */
export function setOwnHeaders(request: FastifyRequest, reply: FastifyReply, { hsts }: { hsts: boolean }): void {
  void reply.headers({
    ...ownHeaders(request.id),
    ...(hsts && { 'Strict-Transport-Security': A_YEAR }),
  });
}
