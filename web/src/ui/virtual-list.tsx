import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import styles from './list.module.css';
import { capital } from './text.tsx';
import { Loading, ProblemNote, rowsOf, type ListQuery } from './notes.tsx';

type Props<Row> = {
  query: ListQuery<Row>;
  /** What the rows are, in the plural: `findings`. */
  what: string;
  keyOf: (row: Row) => string;
  /** How many pixels a row is high before it was measured. */
  rowHeight: number;
  /** Whether a row counts in the total; every one does without it. */
  isCounted?: (row: Row) => boolean;
  /** What stands where there is no row at all. */
  empty: ReactNode;
  /** Draws a row; it may depend on the one before it. */
  children: (row: Row, index: number, previous: Row | undefined) => ReactNode;
};

const NEAR_THE_END = 12;

const ofIndex = (keys: readonly string[]) => (index: number) => keys[index] ?? index;

/** How far below the top of the page something lies. */
function useTopOf(element: HTMLElement | null): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    if (element === null) return undefined;
    const measure = () => {
      const now = element.getBoundingClientRect().top + window.scrollY;
      setTop((known) => (Math.abs(now - known) > 1 ? now : known));
    };
    // What grows above makes the page longer, too. The observer runs right after a layout, when measuring is free.
    const watcher = new ResizeObserver(measure);
    for (const around of [document.body, element.parentElement]) if (around) watcher.observe(around);
    return () => watcher.disconnect();
  }, [element]);
  return top;
}

/** Whoever comes to a page that is a list goes on from there by keyboard: the next stop is its first row, not a filter. */
function useKeyboardBegins(list: HTMLElement | null): void {
  useEffect(() => {
    const { activeElement: at } = document;
    if (list && (at === null || at === document.body || at.id === 'content')) list.focus({ preventScroll: true });
  }, [list]);
}

/**
 * A list of any length that scrolls with the page: only the rows in sight are in the document, and the server is asked for
 * the next page when the end comes near. Rows are as high as they like.
 */
export function VirtualList<Row>({
  query,
  what,
  keyOf,
  rowHeight,
  isCounted = () => true,
  empty,
  children,
}: Props<Row>) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => (data ? rowsOf(data) : []), [data]);
  // Made once an answer: where all rows lie is reckoned anew whenever this is another function.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what a row is called does not change with the function that says it
  const keyAt = useMemo(() => ofIndex(rows.map(keyOf)), [rows]);
  const [whole, setWhole] = useState<HTMLDivElement | null>(null);
  const [list, setList] = useState<HTMLUListElement | null>(null);
  useKeyboardBegins(list);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: useTopOf(whole),
    getItemKey: keyAt,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const wanted = hasNextPage && !isFetchingNextPage && error === null && last >= rows.length - NEAR_THE_END;
  useEffect(() => {
    if (wanted) void fetchNextPage();
  }, [wanted, fetchNextPage]);

  if (data === undefined && error === null) return <Loading what={what} height="16rem" />;
  if (data === undefined) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (rows.length === 0) return empty;
  const height = virtual.getTotalSize();
  return (
    <>
      <div ref={setWhole} className={styles.whole}>
        <ul ref={setList} tabIndex={-1} aria-label={capital(what)} className={styles.list} style={{ height }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  className={styles.row}
                  style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
                  aria-posinset={index + 1}
                  aria-setsize={hasNextPage ? -1 : rows.length}
                >
                  {children(row, index, rows[index - 1])}
                </li>
              )
            );
          })}
        </ul>
        {/* What comes pushes it out of sight: moved, not laid out anew, it is no jump of the page. */}
        <p className={styles.end} role="status" style={{ transform: `translateY(${height}px)` }}>
          {hasNextPage && `Loading more ${what} …`}
          {!hasNextPage &&
            (rows.length === 1 ? 'End of the list' : `${rows.filter(isCounted).length.toLocaleString('en')} ${what}`)}
        </p>
      </div>
      <ProblemNote error={error} retry={() => void fetchNextPage()} />
    </>
  );
}
