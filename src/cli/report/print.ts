import { writeFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { messageOf } from '../../base/errors.ts';
import { visible } from '../../base/visible.ts';
import { FAILING_SEVERITIES, type Analysis } from '../../engine/model/analysis.ts';
import { version } from '../../server/version.ts';
import { junitReport, type Strictness } from '../../texts/junit.ts';
import { markdownReport } from '../../texts/markdown.ts';
import { sarifReport, type Locate } from '../../texts/sarif.ts';
import { CliError } from '../terminal/client.ts';
import { print, wantsColor, widthOf, type Io } from '../terminal/io.ts';
import { choice, flag, markdown, value, type Values } from '../terminal/options.ts';
import { terminalReport } from './terminal.ts';

const FORMATS = ['text', 'json', 'markdown', 'sarif', 'junit'] as const;
type Format = (typeof FORMATS)[number];
type Output = { format: Format; file: string };

/** Reads `sarif=drift.sarif`; called once for each use of the option. */
function output(text: string, before: Output[] = []): Output[] {
  const [, name, file] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  const format = FORMATS.find((one) => one === name);
  if (format === undefined || file === undefined)
    throw new InvalidArgumentError(
      `It must be a format and a file, such as sarif=drift.sarif (${FORMATS.join(', ')}).`,
    );
  return [...before, { format, file }];
}

/** Options for printing an analysis, besides `--json`. */
export const REPORT_OPTIONS = [
  choice('--format <format>', 'how to print the report', FORMATS).conflicts(['json', 'markdown']),
  value('--output <format=file>', 'write the report to a file, too; repeatable', output),
  markdown('print Markdown, for pull requests and tickets'),
] as const;

/** Options that decide which results make a script fail. */
export const STRICTNESS_OPTIONS = [
  choice(
    '--fail-on <severity>',
    'end with 2 for drift of this severity or worse only (default: any)',
    FAILING_SEVERITIES,
  ),
  flag('--allow-unread', 'end with 0 when there is no drift in what could be checked'),
] as const;

type ReportOptions = Partial<Values<typeof REPORT_OPTIONS>> & { json?: boolean | undefined } & Strictness;

/** Locates findings in code, after a scan. `locate` is called only for a format that needs it. */
type Located = { locate?: () => Locate; target?: string };

function reportText(format: Exclude<Format, 'text'>, analysis: Analysis, strictness: Strictness, { locate }: Located) {
  if (format === 'json') return JSON.stringify(analysis, null, 2);
  if (format === 'markdown') return markdownReport(analysis);
  if (format === 'junit') return junitReport(analysis, strictness);
  return sarifReport(analysis, { version: version(), locate: locate?.() ?? (() => undefined) });
}

/** The format on stdout. */
export const formatOf = ({ format, json, markdown: isMarkdown }: ReportOptions): Format =>
  format ?? (json ? 'json' : isMarkdown ? 'markdown' : 'text');

/** Prints an analysis on stdout, as text or in the chosen format, and writes it to files. Throws `CliError`. */
export function printReport(
  { stdout, env }: Io,
  analysis: Analysis,
  options: ReportOptions,
  located: Located = {},
): void {
  const inFile = { width: widthOf({ write: () => undefined }), color: false };
  for (const { format, file } of options.output ?? []) {
    const text =
      format === 'text'
        ? terminalReport(analysis, { ...inFile, target: located.target })
        : reportText(format, analysis, options, located);
    try {
      writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`);
    } catch (error) {
      throw new CliError(`${visible(file)} could not be written: ${visible(messageOf(error))}`, { cause: error });
    }
  }
  const format = formatOf(options);
  if (format !== 'text') return print(stdout, reportText(format, analysis, options, located));
  print(
    stdout,
    terminalReport(analysis, { width: widthOf(stdout), color: wantsColor(stdout, env), target: located.target }),
  );
}
