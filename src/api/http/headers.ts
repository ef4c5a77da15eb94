import type { FastifyReply, FastifyRequest } from 'fastify';
import { base62, random } from '../../base/ids.ts';

/** The id of a request, in its answer and in the log. */
export function newRequestId(): string {
  return `req_${base62(random(12), 17)}`;
}

/** Nothing that this API answers is a page: a browser that is shown one runs nothing in it and frames it nowhere. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** The policy of a page, the dashboard's or the documentation's: it may run and show parts from this server, and call its API. */
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

/** The headers of every answer; a route may override them. */
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

/** Sets them, with HSTS where users come by https. */
export function setOwnHeaders(request: FastifyRequest, reply: FastifyReply, { hsts }: { hsts: boolean }): void {
  void reply.headers({
    ...ownHeaders(request.id),
    ...(hsts && { 'Strict-Transport-Security': A_YEAR }),
  });
}
