import { visible } from '../base/visible.ts';
import { columns, wrap } from './report/width.ts';

/** Narrower than this, a column of sentences is no pleasure to read. */
const READABLE = 30;
const BETWEEN = 2;
const INDENT = '    ';

/**
 * Rows in aligned columns under their headings; cells may come from outside. Where they do not fit into `room`, the last column is
 * wrapped, or has lines of its own below the others where hardly anything would be left for it.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  room?: number,
): string {
  const cells = [headings, ...rows.map((row) => row.map((cell) => visible(cell ?? '-')))];
  const widths = headings.map((_, i) => Math.max(...cells.map((row) => columns(row[i] ?? ''))));
  const last = headings.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + BETWEEN, 0);
  const left = (room ?? Number.POSITIVE_INFINITY) - before;
  const pad = (cell: string, i: number) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - columns(cell)));
  const start = (row: readonly string[]) => row.slice(0, last).map(pad).join('  ');
  const whole = (row: readonly string[]) => row.map(pad).join('  ').trimEnd();
  const beside = (row: readonly string[]) =>
    wrap(row[last] ?? '', left).map((line, i) => (i === 0 ? [start(row), line].join('  ') : ' '.repeat(before) + line));
  const below = (row: readonly string[]) => [
    start(row).trimEnd(),
    ...wrap(row[last] ?? '', (room ?? 0) - INDENT.length).map((line) => INDENT + line),
  ];
  if (left >= (widths[last] ?? 0)) return cells.map(whole).join('\n');
  return cells
    .flatMap(left >= READABLE ? beside : below)
    .map((line) => line.trimEnd())
    .join('\n');
}
