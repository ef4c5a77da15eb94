import { columns } from './report/width.ts';
import { visible } from '../base/visible.ts';

/** Rows in aligned columns under their headings; cells may come from outside. */
export function table(headings: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const cells = [headings, ...rows.map((row) => row.map((cell) => visible(cell ?? '-')))];
  const widths = headings.map((_, i) => Math.max(...cells.map((row) => columns(row[i] ?? ''))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - columns(cell)))
      .join('  ')
      .trimEnd();
  return cells.map(line).join('\n');
}
