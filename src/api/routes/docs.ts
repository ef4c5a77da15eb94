import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { PAGE_POLICY } from '../http/headers.ts';
import type { App } from '../http/types.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Plumbline API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** All operations are listed under their tags, so that the browser's search finds them, too. */
const START = `SwaggerUIBundle({
  url: '/api/v1/openapi.json', dom_id: '#docs', deepLinking: true, filter: true, docExpansion: 'list', validatorUrl: null,
});
`;

/** Where the package's files are, which it has routes for, too: but these say nothing of who may call them. */
const FILES = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('static/', import.meta.resolve('@fastify/swagger-ui'))
    : new URL('./swagger-ui/', import.meta.url),
);

/** GET /docs: the API's documentation for people, made of the same document that programs read. */
export function docsRoutes(app: App): void {
  app.get('/docs', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.header('Content-Security-Policy', PAGE_POLICY).type('text/html; charset=utf-8').send(PAGE),
  );
  const part = (name: string, type: string, content: () => string | Readable) =>
    app.get(
      `/docs/${name}`,
      { config: { access: 'public', limits: 'exempt' }, schema: { hide: true } },
      (_request, reply) => reply.type(`text/${type}; charset=utf-8`).send(content()),
    );
  part('start.js', 'javascript', () => START);
  part('swagger-ui.css', 'css', () => createReadStream(join(FILES, 'swagger-ui.css')));
  part('swagger-ui-bundle.js', 'javascript', () => createReadStream(join(FILES, 'swagger-ui-bundle.js')));
}
