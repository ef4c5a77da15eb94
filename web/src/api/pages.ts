import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { askPage, type Page } from './client.ts';

type Cursor = string | undefined;
type Options<Row> = Pick<
  UseInfiniteQueryOptions<Page<Row>, Error, InfiniteData<Page<Row>, Cursor>, QueryKey, Cursor>,
  'staleTime' | 'refetchInterval' | 'refetchOnWindowFocus' | 'placeholderData'
>;

/** The query of a list that is fetched page by page. `fetch` adds to what it asks by where the page begins: nothing for the first one. */
export const pagesOf = <Row>(
  queryKey: QueryKey,
  fetch: (from: { cursor?: string }, signal: AbortSignal) => Parameters<typeof askPage<Row>>[0],
  options: Options<Row> = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => askPage(fetch(pageParam === undefined ? {} : { cursor: pageParam }, signal)),
    initialPageParam: undefined as Cursor,
    getNextPageParam: ({ next }) => next,
    ...options,
  });
