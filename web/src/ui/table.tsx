import type { ReactNode } from 'react';
import styles from './table.module.css';

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** The column contains numbers, which are aligned to the right. */
  number?: boolean;
};

export type TableProps<Row> = {
  /** A description for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

/** A table for dozens of rows; longer lists are `VirtualList`s. On a narrow screen each row becomes a card. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className={styles.around}>
      {/* Roles are explicit, since browsers drop the implicit ones of a table that CSS lays out as cards. */}
      <table className={styles.table} role="table">
        <caption className="said-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, number }) => (
              <th key={head} role="columnheader" scope="col" className={number === true ? styles.number : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ head, cell, number }) => (
                <td key={head} role="cell" data-label={head} className={number === true ? styles.number : undefined}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
