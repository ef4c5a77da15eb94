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

/**
 * Tags are closed until a person opens one, follows a link to an operation, or types into the filter. Swagger UI's own
 * filter knows only the names of tags: this one searches every word in an operation's tag, method, path, id and texts,
 * and opens the matches.
 */
const START = `const textOf = (tag, operation) =>
  [tag, operation.get('method'), operation.get('path'), operation.get('id'),
    ...['operationId', 'summary', 'description'].map((name) => operation.getIn(['operation', name]))].join(' ').toLowerCase();

const search = () => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\\s+/);
      const fits = (tag) => (operation) => words.every((word) => textOf(tag, operation).includes(word));
      return tags
        .map((content, tag) => content.update('operations', (operations) => operations.filter(fits(tag))))
        .filter((content) => content.get('operations').size > 0);
    },
  },
  statePlugins: {
    layout: {
      wrapSelectors: {
        isShown: (isShown, { layoutSelectors }) => (_state, key, byDefault) => {
          const isSearching = typeof layoutSelectors.currentFilter() === 'string' && key[0] === 'operations-tag';
          return isShown(key, byDefault || isSearching);
        },
      },
    },
  },
});

SwaggerUIBundle({
  url: '/api/v1/openapi.json', dom_id: '#docs', deepLinking: true, filter: true, docExpansion: 'none', validatorUrl: null,
  defaultModelsExpandDepth: 0, plugins: [search],
  onComplete: () => {
    const field = document.querySelector('.operation-filter-input');
    field.placeholder = 'Search operations, as “keys rotate” or “POST webhooks”';
    field.ariaLabel = 'Search operations';
  },
});
`;

/** The directory of the package's files. The package's own routes for them declare no access, so they are not used. */
const FILES = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('static/', import.meta.resolve('@fastify/swagger-ui'))
    : new URL('./swagger-ui/', import.meta.url),
);

/** GET /docs: the API's documentation for people, generated from the OpenAPI document. */
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
