import type { ReactNode } from 'react';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { isNotFound, Problem, wordsOf } from '../api/problem.ts';
import { Button } from './button.tsx';
import styles from './notes.module.css';
import type { Page } from '../api/client.ts';

/**
 * An error, if there is one: its message, what to do, and the id of the request in the server's log.
 * @param retry fetches the page's data again
 */
export function ProblemNote({ error, retry }: { error: unknown; retry?: () => void }) {
  if (error === null) return null;
  const known = error instanceof Problem ? error : undefined;
  return (
    <div className={styles.problem} role="alert">
      <p>
        {known ? wordsOf(known, retry !== undefined) : 'This page failed. Reload it; if that does not help, report it.'}
      </p>
      {known?.requestId !== undefined && <p className={styles.small}>Request {known.requestId}</p>}
      {retry && <Button label="Try again" small onClick={retry} />}
    </div>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{children}</div>;
}

/** The text in the place of an empty list: the reason, and the next step. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** A placeholder with the size of the content, so that the page does not jump. */
export function Skeleton({ height, width = '100%' }: { height: string; width?: string }) {
  return <span className={styles.skeleton} style={{ height, width }} aria-hidden="true" />;
}

/** A placeholder that screen readers announce. */
export function Loading({ what, height = '8rem' }: { what: string; height?: string | undefined }) {
  return (
    <div role="status">
      <span className="said-only">Loading {what}</span>
      <Skeleton height={height} />
    </div>
  );
}

type AskedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** The noun after "Loading": `analyses`. */
  what: string;
  height?: string;
  children: (data: Data) => ReactNode;
};

/** The data of a query, a placeholder while it loads, or its error. During a refetch the earlier data stays. */
export function Asked<Data>({ query, what, height, children }: AskedProps<Data>) {
  const { data, error, refetch } = query;
  // A retry does not help if the resource does not exist.
  const again = isNotFound(error) ? {} : { retry: () => void refetch() };
  return (
    <>
      <ProblemNote error={error} {...again} />
      {data === undefined ? error === null && <Loading what={what} height={height} /> : children(data)}
    </>
  );
}

export type ListQuery<Row> = Pick<
  UseInfiniteQueryResult<InfiniteData<Page<Row>>>,
  'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

type RowsProps<Row> = {
  query: ListQuery<Row>;
  /** The noun for the rows, in the plural: `keys`. */
  what: string;
  height: string;
  /** The content in the place of an empty list. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

export const rowsOf = <Row,>(data: InfiniteData<Page<Row>>): readonly Row[] => data.pages.flatMap(({ rows }) => rows);

/** The fetched rows of a list, with a button to fetch more. */
export function Rows<Row>({ query, what, height, empty, children }: RowsProps<Row>) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  // The error of the next page is shown at the button that fetches it.
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
                <Button
                  label={`Show more ${what}`}
                  small
                  busy={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                />
              </div>
            )}
          </>
        );
      }}
    </Asked>
  );
}
