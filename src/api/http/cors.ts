import type { App } from './types.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS = 'Authorization, Content-Type, Idempotency-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name';
const ANSWER_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Link',
  'Location',
].join(', ');
/** The longest time that browsers cache a preflight. */
const REMEMBERED_SECONDS = '7200';

/**
 * Lets pages of these origins, and no others, read responses. Without credentials: the page sends a key in a header.
 * Answers preflights before authentication; does nothing without origins.
 */
export function allowOrigins(app: App, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    void reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': ANSWER_HEADERS });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    await reply
      .code(204)
      .headers({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': REQUEST_HEADERS,
        'Access-Control-Max-Age': REMEMBERED_SECONDS,
      })
      .send();
  });
}
