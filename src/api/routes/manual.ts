import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../base/errors.ts';
import { PAGE_POLICY } from '../http/headers.ts';
import type { App } from '../http/types.ts';
import { DOC_STYLE, docPage } from '../web/doc-page.ts';

/** The installation's documents: package and image contain them beside the programs. */
const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));

/** GET /docs/{name}: the pages of `docs/` of the running version, for people without the internet or the repository. */
export function manualRoutes(app: App): void {
  const names = new Set(globSync('*.md', { cwd: DOCS }).map((file) => basename(file, '.md')));
  const pages = new Map<string, string>();
  const options = { config: { access: 'public', limits: 'exempt' }, schema: { hide: true } } as const;
  app.get('/docs/pages.css', options, (_request, reply) => reply.type('text/css; charset=utf-8').send(DOC_STYLE));
  app.get<{ Params: { name: string } }>('/docs/:name', options, ({ params: { name } }, reply) => {
    if (!names.has(name)) throw new AppError('not_found', 'There is nothing at this path.');
    const page =
      pages.get(name) ?? docPage(readFileSync(join(DOCS, `${name}.md`), 'utf8'), (other) => names.has(other));
    pages.set(name, page);
    return reply.header('Content-Security-Policy', PAGE_POLICY).type('text/html; charset=utf-8').send(page);
  });
}
