import type { Static, TSchema } from 'typebox';
import { CodeHostProblem } from '../../base/code-host.ts';
import type { Ask, Call } from './caller.ts';
import { read } from './read.ts';

/** Bounds a list whose server always names a next page. */
const MAX_PAGES = 10_000;

/** The query of the next page: the link's only part that is used. */
function nextQuery(link: string | null): string | undefined {
  const [, url] = /<([^<>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '') ?? [];
  return url === undefined || !url.includes('?') ? undefined : url.slice(url.indexOf('?'));
}

/**
 * The pages of a list, in order.
 * https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
export async function* pages<Schema extends TSchema>(
  ask: Ask,
  call: Call,
  schema: Schema,
): AsyncGenerator<Static<Schema>> {
  const base = call.path.replace(/\?.*$/, '');
  let { path } = call;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await ask({ ...call, path });
    yield read(schema, answer);
    const query = nextQuery(answer.headers.get('link'));
    if (query === undefined) return;
    path = `${base}${query}`;
  }
  throw new CodeHostProblem('unavailable', `GitHub's list has no end: it was asked to ${call.doing}.`);
}

/** The items of all pages, at most `maxPages` of them. */
export async function listAll<Schema extends TSchema, Item>(
  ask: Ask,
  call: Call,
  schema: Schema,
  { itemsOf, maxPages = MAX_PAGES }: { itemsOf: (page: Static<Schema>) => readonly Item[]; maxPages?: number },
): Promise<Item[]> {
  const items: Item[] = [];
  let count = 0;
  for await (const page of pages(ask, call, schema)) {
    items.push(...itemsOf(page));
    count += 1;
    if (count === maxPages) break;
  }
  return items;
}
