import type { ReactNode } from 'react';
import styles from './table.module.css';

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand under each other. */
  number?: boolean;
};

export type TableProps<Row> = {
  /** What is in it, for those who listen. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

/** A table for dozens of rows; longer lists are `VirtualList`s. On a narrow screen each row becomes a card. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className={styles.around}>
      {/* Roles are said again: browsers drop them where a table is laid out as cards. */}
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
