import { AppError } from '../../base/errors.ts';

/** A request for a page: at most `limit` elements, after the position of `cursor` (from an earlier page). */
export type PageRequest = { limit: number; cursor?: string };

/** A page of a list. `next` is the cursor of the following one; absent at the end. */
export type Page<T> = { items: T[]; next?: string };

/**
 * The cursors of a list: `write` returns the position of a row as text, `read` parses it; undefined for other texts. The route's
 * schema describes the text by a pattern, and `read` accepts whatever fits it, so that every cursor that is valid by the API's
 * document is accepted.
 */
export type CursorFormat<Row, Key> = { write(row: Row): string; read(text: string): Key | undefined };

const ID = /^[a-z]{2,4}_[0-9A-Za-z]{22}$/;
/** Rows that are ordered by id. */
export const byId = <Row extends { id: string }>(): CursorFormat<Row, string> => ({
  write: ({ id }) => id,
  read: (text) => (ID.test(text) ? text : undefined),
});

function keyOf<Row, Key>(cursor: string, format: CursorFormat<Row, Key>): Key {
  const key = format.read(cursor);
  if (key === undefined)
    throw new AppError('invalid_input', 'The cursor is not one that this list gave out.', {
      fields: [{ path: '/cursor', message: 'must come from an earlier page of this list' }],
    });
  return key;
}

/**
 * Returns one page of rows in the order that `query` reads them in. `query` reads one more row than the page holds, which shows whether
 * it is the last without counting.
 */
export async function pageBy<Row, Key, T>(
  format: CursorFormat<Row, Key>,
  request: PageRequest,
  query: (limit: number, after: Key | undefined) => Promise<Row[]>,
  present: (rows: Row[]) => T[] | Promise<T[]>,
): Promise<Page<T>> {
  const after = request.cursor === undefined ? undefined : keyOf(request.cursor, format);
  const rows = await query(request.limit + 1, after);
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  const items = await present(shown);
  return rows.length > request.limit && last !== undefined ? { items, next: format.write(last) } : { items };
}

/** One page of rows that are ordered by id. */
export async function page<Row extends { id: string }, T>(
  request: PageRequest,
  query: (limit: number, after: string | undefined) => Promise<Row[]>,
  present: (row: Row) => T,
): Promise<Page<T>> {
  return pageBy(byId<Row>(), request, query, (rows) => rows.map(present));
}

/** A time that was sent to us. Throws 422 for one that its format allows and that no clock shows, such as a leap second. */
export function instantOf(text: string, path: string): Date {
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at;
  throw new AppError('invalid_input', 'A time cannot be read: see errors.', {
    fields: [{ path, message: 'must be a time, such as 2026-01-31T09:30:00Z' }],
  });
}
