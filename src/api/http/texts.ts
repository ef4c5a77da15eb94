import { AppError, type FieldError } from '../../base/errors.ts';
import type { App } from './types.ts';

/** How many problems of one request are reported. */
const MAX_FIELDS = 20;

/** Whether Postgres or UTF-8 cannot represent a text: it can then be neither stored nor searched. */
const unstorable = (text: string) => text.includes('\0') || !text.isWellFormed();

const MESSAGE = 'holds a NUL character or half of a surrogate pair';

/** One step of a JSON pointer, shortened. */
const step = (name: string) => `/${name.slice(0, 100).toWellFormed().replaceAll('\0', '')}`;

/** The locations in a JSON value whose text or name cannot be stored. Works without recursion. */
export function unstorableIn(value: unknown): FieldError[] {
  const problems: FieldError[] = [];
  const queue: [path: string, value: unknown][] = [['', value]];
  for (let next = queue.pop(); next && problems.length < MAX_FIELDS; next = queue.pop()) {
    const [path, inner] = next;
    if (typeof inner === 'string' && unstorable(inner)) problems.push({ path: path || '/', message: MESSAGE });
    if (typeof inner !== 'object' || inner === null || ArrayBuffer.isView(inner)) continue;
    for (const [name, field] of Object.entries(inner)) {
      if (unstorable(name)) problems.push({ path: path + step(name), message: MESSAGE });
      queue.push([path + step(name), field]);
    }
  }
  return problems;
}

/**
 * Refuses texts that no database can store, before all other validation: 404 in a path, since no object has such a name,
 * 422 elsewhere. A query that is not UTF-8 is 400; it would otherwise be read as literal percent signs.
 */
export function refuseUnstorableTexts(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (unstorableIn(request.params).length > 0) throw new AppError('not_found', 'There is nothing at this path.');
    for (const part of ['query', 'body'] as const) {
      const fields = unstorableIn(request[part]);
      if (fields.length > 0)
        throw new AppError(
          'invalid_input',
          `The ${part === 'query' ? 'querystring' : 'body'} does not fit: see errors.`,
          {
            fields,
          },
        );
    }
    done();
  });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const [, query = ''] = /\?(.*)$/s.exec(raw.url ?? '') ?? [];
    try {
      decodeURIComponent(query);
    } catch {
      throw new AppError('bad_request', 'The query is not valid percent-encoded UTF-8.');
    }
    done();
  });
}
