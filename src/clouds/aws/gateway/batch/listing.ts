import type { BatchResponse } from './types.ts';

/** A page of a list: its items by key, and the marker of the next page. */
export type ListingPage<T> = { items: ReadonlyMap<string, T>; next: string | undefined };

/** A list of all resources of a kind, fetched only as far as needed. */
export type Listing<T> = {
  get(key: string, notBefore: number): T | undefined;
  /** The fetched items, in their order, and whether the list is complete. */
  snapshot(notBefore: number): { items: readonly T[]; whole: boolean } | undefined;
  /** Fetches pages until `enough()` is true, the list ends, or `pages` pages have been fetched. */
  more(options: { notBefore: number; pages: number; enough: () => boolean }, page: AskPage): Promise<void>;
};

export type AskPage = (marker: string | undefined) => Promise<BatchResponse>;

export function createListing<T>(read: (response: BatchResponse) => ListingPage<T>): Listing<T> {
  type State = {
    items: Map<string, { item: T; askedAt: number }>;
    next: string | undefined;
    pages: number;
    askedAt: number;
  };
  let state: State | undefined;
  let last: Promise<void> = Promise.resolve();

  const get = (key: string, notBefore: number): T | undefined => {
    const entry = state?.items.get(key);
    return entry !== undefined && entry.askedAt >= notBefore ? entry.item : undefined;
  };

  const snapshot: Listing<T>['snapshot'] = (notBefore) => {
    if (state === undefined || state.askedAt < notBefore) return undefined;
    return { items: [...state.items.values()].map(({ item }) => item), whole: state.next === undefined };
  };

  const fetch = async (ask: AskPage, from: State | undefined): Promise<void> => {
    const page = await ask(from?.next);
    const { items, next } = read(page);
    const list = from ?? { items: new Map(), next: undefined, pages: 0, askedAt: page.askedAt };
    for (const [key, item] of items) list.items.set(key, { item, askedAt: page.askedAt });
    state = Object.assign(list, { next, pages: list.pages + 1 });
  };

  const more: Listing<T>['more'] = async ({ notBefore, pages, enough }, ask) => {
    // Fetches in sequence: each page has the marker of the next one.
    const mine = last.then(async () => {
      while (!enough()) {
        const young = state !== undefined && state.askedAt >= notBefore ? state : undefined;
        if (young !== undefined && (young.next === undefined || young.pages >= pages)) return;
        await fetch(ask, young);
      }
    });
    last = mine.catch(() => undefined);
    return mine;
  };

  return { get, snapshot, more };
}
