import type { Analysis } from '../../engine/model/analysis.ts';
import { print, wantsColor, widthOf, type Io } from '../terminal/io.ts';
import { markdownReport } from '../../texts/markdown.ts';
import { terminalReport } from './terminal.ts';

export type ReportFormat = { json?: boolean; markdown?: boolean };

/** Prints an analysis on stdout: for a person, or as JSON or Markdown. */
export function printReport({ stdout, env }: Io, analysis: Analysis, format: ReportFormat): void {
  if (format.json) return print(stdout, JSON.stringify(analysis, null, 2));
  if (format.markdown) return print(stdout, markdownReport(analysis));
  print(stdout, terminalReport(analysis, { width: widthOf(stdout), color: wantsColor(stdout, env) }));
}
