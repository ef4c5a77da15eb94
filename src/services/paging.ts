import { AppError } from '../base/errors.ts';

/** What a list is asked for: at most `limit` elements, after the place that `cursor` (from an earlier page) names. */
export type PageRequest = { limit: number; cursor?: string };

/** A page of a list. `next` is the cursor of the following one; absent at the end. */
export type Page<T> = { items: T[]; next?: string };

const encode = (id: string) => Buffer.from(id).toString('base64url');

function decode(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!/^[a-z]{2,4}_[0-9A-Za-z]{22}$/.test(id) || encode(id) !== cursor)
    throw new AppError('invalid_input', 'The cursor is not one that this list gave out.', {
      fields: [{ path: '/cursor', message: 'must come from the Link header of an earlier page' }],
    });
  return id;
}

/**
 * One page of rows that are ordered by id. Asks `query` for one more row than wanted, so that a last page is known to be
 * the last without counting.
 */
export async function page<Row extends { id: string }, T>(
  request: PageRequest,
  query: (limit: number, after: string | undefined) => Promise<Row[]>,
  present: (row: Row) => T,
): Promise<Page<T>> {
  const rows = await query(request.limit + 1, request.cursor === undefined ? undefined : decode(request.cursor));
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  const items = shown.map(present);
  return rows.length > request.limit && last ? { items, next: encode(last.id) } : { items };
}
