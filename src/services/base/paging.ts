import { AppError } from '../../base/errors.ts';

/** A request for a page: at most `limit` elements, after the position of `cursor` (from an earlier page). */
export type PageRequest = { limit: number; cursor?: string };

/** A page of a list. `next` is the cursor of the next page; absent on the last. */
export type Page<T> = { items: T[]; next?: string };

/**
 * The cursors of a list: `write` returns the position of a row as text; `read` parses it, or returns undefined. The
 * route's schema describes the text by a pattern, and `read` accepts every match, so that every cursor that the API
 * document allows is accepted.
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
 * Returns one page of rows in the order of `query`, which is asked for one more row than the page holds: that shows
 * whether the page is the last without counting.
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

/** A page of rows that are ordered by id. */
export async function page<Row extends { id: string }, T>(
  request: PageRequest,
  query: (limit: number, after: string | undefined) => Promise<Row[]>,
  present: (row: Row) => T,
): Promise<Page<T>> {
  return pageBy(byId<Row>(), request, query, (rows) => rows.map(present));
}

/** Parses a client's time. Throws 422 for a time that the format allows but no clock shows, such as a leap second. */
export function instantOf(text: string, path: string): Date {
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at;
  throw new AppError('invalid_input', 'A time cannot be read: see errors.', {
    fields: [{ path, message: 'must be a time, such as 2026-01-31T09:30:00Z' }],
  });
}
