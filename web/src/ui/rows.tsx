import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/client.ts';
import { Asked } from './asked.tsx';
import { Button } from './button.tsx';
import { ProblemNote } from './notes.tsx';

type Props<Row> = {
  query: Pick<
    UseInfiniteQueryResult<InfiniteData<Page<Row>>>,
    'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
  /** What is asked for, after "Loading": `the keys`. */
  what: string;
  /** What there may be more of, after "Show more": `keys`. */
  more: string;
  height: string;
  /** What stands where there is no row at all. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/** The rows of the pages that were fetched. */
export const rowsOf = <Row,>(data: InfiniteData<Page<Row>>): readonly Row[] => data.pages.flatMap(({ rows }) => rows);

/** A list that is shown as far as it was fetched, with a way to fetch more of it. */
export function Rows<Row>({ query, what, more, height, empty, children }: Props<Row>) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  // What went wrong with the next page is said where that was asked for.
  const asked = { data, error: isFetchNextPageError ? null : error, refetch };
  return (
    <Asked query={asked} what={what} height={height}>
      {(known) => {
        const rows = rowsOf(known);
        if (rows.length === 0) return empty;
        return (
          <>
            {children(rows)}
            {hasNextPage && (
              <div>
                {isFetchNextPageError && <ProblemNote error={error} />}
                <Button small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  Show more {more}
                </Button>
              </div>
            )}
          </>
        );
      }}
    </Asked>
  );
}
