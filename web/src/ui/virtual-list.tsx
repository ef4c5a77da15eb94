import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import styles from './list.module.css';
import { capital } from './text.tsx';
import { Loading, ProblemNote, rowsOf, type ListQuery } from './notes.tsx';

type Props<Row> = {
  query: ListQuery<Row>;
  /** The noun for the rows, in the plural: `findings`. */
  what: string;
  keyOf: (row: Row) => string;
  /** The estimated height of a row in pixels, until it is measured. */
  rowHeight: number;
  /** Whether a row counts in the total; by default every row does. */
  isCounted?: (row: Row) => boolean;
  /** The content in the place of an empty list. */
  empty: ReactNode;
  /** Renders a row, which may depend on the row before it. */
  children: (row: Row, index: number, previous: Row | undefined) => ReactNode;
};

const NEAR_THE_END = 12;

const ofIndex = (keys: readonly string[]) => (index: number) => keys[index] ?? index;

/** The distance of an element from the top of the page in pixels. */
function useTopOf(element: HTMLElement | null): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    if (element === null) return undefined;
    const measure = () => {
      const now = element.getBoundingClientRect().top + window.scrollY;
      setTop((known) => (Math.abs(now - known) > 1 ? now : known));
    };
    // Content that grows above the element makes the body longer, too. Observers run right after a layout, when
    // measuring is free.
    const watcher = new ResizeObserver(measure);
    for (const around of [document.body, element.parentElement]) if (around) watcher.observe(around);
    return () => watcher.disconnect();
  }, [element]);
  return top;
}

/** Focuses the list when its page opens, so that the next tab stop is its first row, not a filter. */
function useKeyboardBegins(list: HTMLElement | null): void {
  useEffect(() => {
    const { activeElement: at } = document;
    if (list && (at === null || at === document.body || at.id === 'content')) list.focus({ preventScroll: true });
  }, [list]);
}

/**
 * A list of any length that scrolls with the page. The document contains only the visible rows, and the list fetches
 * its next page when the end comes near. Rows may have any height.
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
  // Created once per response: the virtualizer recomputes the positions of all rows whenever this function changes.
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
        {/* New rows push it out of sight. It moves by a transform, which browsers do not count as a layout shift. */}
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
