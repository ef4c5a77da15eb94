import { AppError, type FieldError } from '../../base/errors.ts';
import type { App } from './types.ts';

/** How many problems of one request are reported. */
const MAX_FIELDS = 20;

/** Neither Postgres nor UTF-8 can hold these: no text with one of them can be stored, or searched. */
const unstorable = (text: string) => text.includes('\0') || !text.isWellFormed();

const MESSAGE = 'holds a NUL character or half of a surrogate pair';

/** A JSON pointer's step, as long as somebody may want to read. */
const step = (name: string) => `/${name.slice(0, 100).toWellFormed().replaceAll('\0', '')}`;

/** The places in a JSON value whose text, or whose name, cannot be stored. Goes through it without recursion. */
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
 * Refuses texts that no database takes, before anything else: 404 in a path, since nothing is called that, 422
 * elsewhere. And a query that is not UTF-8, which would otherwise be taken for the percent signs it is written with: 400.
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
