import { docsPage } from '../docs/page.ts';
import { STYLE } from '../docs/style.ts';
import type { ApiOptions, App } from '../http/types.ts';
import type { Document } from '../openapi/document.ts';

/** The page has no script and asks for nothing but its style sheet; a header makes the browser enforce that. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** GET /docs: the API's documentation for people, made of the same document that programs read. */
export function docsRoutes(app: App, _options: ApiOptions): void {
  let page: string | undefined;
  app.get('/docs', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) => {
    page ??= docsPage(app.swagger() as Document);
    return reply.header('Content-Security-Policy', POLICY).type('text/html; charset=utf-8').send(page);
  });
  app.get('/docs/style.css', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STYLE),
  );
}
