import statics from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { PAGE_POLICY } from '../http/headers.ts';
import { negotiate } from '../http/negotiate.ts';
import type { ApiOptions, App } from '../http/types.ts';

const YEAR_MS = 365 * 24 * 3600_000;
/** Paths that are never dashboard pages, whatever a browser accepts. */
const NOT_DASHBOARD = /^\/(?:api|docs|mcp)(?:\/|$)/;
/** Names of files that are served: none that begins with a dot, and none in another directory. */
const FILE = /^[\w-]+(?:\.[\w-]+)+$/;

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Plumbline</title></head>
<body>
<h1>The dashboard is not built</h1>
<p>Run <code>npm run build</code> where this server's sources are, and load this page again.</p>
<p>The API is there: <a href="/docs">its reference</a>.</p>
</body>
</html>
`;

/** The dashboard's one HTML page, for any path: its script chooses the page by the address. */
async function sendPage(reply: FastifyReply, web: string | undefined): Promise<FastifyReply> {
  void reply.headers({ 'Content-Security-Policy': PAGE_POLICY, 'Cross-Origin-Opener-Policy': 'same-origin' });
  if (web === undefined || !existsSync(join(web, 'index.html')))
    return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
  // Not cached, because it names the files of this build.
  return reply.header('Cache-Control', 'no-cache').sendFile('index.html', { cacheControl: false });
}

const pathOf = ({ raw }: FastifyRequest) => (raw.url ?? '').replace(/[?#].*$/s, '');

/**
 * Serves the dashboard from `web`, where `npm run build` puts it: its compressed files, and its HTML page for every
 * other address that a browser requests. Neither counts against limits. Without `web`, and until it is built, it says
 * how to build it.
 */
export async function serveDashboard(app: App, { web }: Pick<ApiOptions, 'web'>): Promise<void> {
  if (web !== undefined)
    await app.register(statics, { root: web, serve: false, preCompressed: true, acceptRanges: false });
  // For missing files: sendFile calls this handler.
  app.setNotFoundHandler(() => {
    throw new AppError('not_found', 'There is nothing at this path.');
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !['GET', 'HEAD'].includes(request.method)) return;
    const path = pathOf(request);
    if (NOT_DASHBOARD.test(path)) return;
    // Files beside the page, such as its icon.
    const file = path.slice(1);
    if (web !== undefined && FILE.test(file)) {
      if (!existsSync(join(web, file))) return;
      await reply.header('Cache-Control', 'no-cache').sendFile(file, { cacheControl: false });
      return;
    }
    void reply.header('Vary', 'Accept');
    if (negotiate(request.headers.accept, ['application/json', 'text/html']) === 'text/html')
      await sendPage(reply, web);
  });
}

/** Files with fixed routes, which the metrics can count by name. */
export function dashboardRoutes(app: App, { web }: ApiOptions): void {
  const config = { access: 'public', limits: 'exempt' } as const;
  app.get('/', { config, schema: { hide: true } }, (_request, reply) => sendPage(reply, web));
  if (web === undefined) return;
  // Their names change with their content.
  app.get<{ Params: { file: string } }>('/assets/:file', { config, schema: { hide: true } }, ({ params }, reply) => {
    if (!FILE.test(params.file)) throw new AppError('not_found', 'There is nothing at this path.');
    return reply.sendFile(join('assets', params.file), { maxAge: YEAR_MS, immutable: true });
  });
}
