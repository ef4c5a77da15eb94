import type { Client } from './client.ts';

const PAGE = 100;

/** All entries of a list of the API, read page by page as they are taken; `cursorOf` is what the API continues after an entry by. */
export async function* allPages<T>(
  client: Client,
  path: string,
  cursorOf: (last: T) => string,
  query = '',
): AsyncGenerator<T> {
  for (let cursor = ''; ;) {
    const page = await client.get<T[]>(`${path}?limit=${PAGE}${query}${cursor}`);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    cursor = `&cursor=${cursorOf(last)}`;
  }
}
