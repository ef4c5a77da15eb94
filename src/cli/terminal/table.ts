import { visible } from '../../base/visible.ts';
import { columns, wrap } from '../../texts/width.ts';

/** A narrower column of sentences is hard to read. */
const READABLE = 30;
const BETWEEN = '  ';
const INDENT = '    ';

/**
 * Rows in aligned columns under their headings; cells may contain text from outside. If they do not fit into `room`, the
 * last column is wrapped, or moves to lines of its own below the others if it would be too narrow. Columns before it
 * follow if they do not fit either.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  room = Number.POSITIVE_INFINITY,
): string {
  const cells = [headings, ...rows.map((row) => row.map((cell) => visible(cell ?? '-')))];
  const widths = headings.map((_, i) => Math.max(...cells.map((row) => columns(row[i] ?? ''))));
  const last = headings.length - 1;
  const pad = (cell: string, i: number) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - columns(cell)));
  const start = (row: readonly string[], count: number) => row.slice(0, count).map(pad).join(BETWEEN).trimEnd();
  /** The width of the first `count` columns. */
  const taken = (count: number) =>
    widths.slice(0, count).reduce((sum, width) => sum + width, 0) + BETWEEN.length * Math.max(0, count - 1);

  function beside(row: readonly string[]): string[] {
    const [first = '', ...more] = wrap(row[last] ?? '', room - taken(last) - BETWEEN.length);
    const indent = ' '.repeat(taken(last) + BETWEEN.length);
    return [start([...row.slice(0, last), first], headings.length), ...more.map((line) => indent + line)];
  }

  const fitting = headings.findLastIndex((_, i) => i < last && taken(i + 1) <= room);
  const kept = Math.max(0, fitting) + 1;
  const below = (row: readonly string[]) => [
    ...wrap(start(row, kept), room),
    ...row.slice(kept).flatMap((cell) => wrap(cell, room - INDENT.length).map((line) => INDENT + line)),
  ];

  if (taken(headings.length) <= room) return cells.map((row) => start(row, headings.length)).join('\n');
  const left = room - taken(last) - BETWEEN.length;
  return cells
    .flatMap(left >= READABLE ? beside : below)
    .map((line) => line.trimEnd())
    .join('\n');
}
