import type { Finding } from '../engine/model/analysis.ts';

/** What makes a spreadsheet take a cell for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n|%]/;

/** One cell: always quoted, and never a formula. */
function cell(value: string | null | undefined): string {
  const text = value ?? '';
  return `"${(FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

const line = (cells: readonly (string | null | undefined)[]): string => `${cells.map(cell).join(',')}\r\n`;

const value = (one: unknown): string => (one === undefined ? '' : JSON.stringify(one));

const COLUMNS: readonly [head: string, of: (finding: Finding) => string | null | undefined][] = [
  ['severity', ({ severity }) => severity],
  ['change', ({ kind }) => kind],
  ['resource', ({ resource }) => resource],
  ['type', ({ type }) => type],
  ['state', ({ state_key: key }) => key],
  ['account', ({ account_id: account }) => account],
  ['region', ({ region }) => region],
  ['cloud_id', ({ cloud_id: id }) => id],
  ['what_changed', ({ message }) => message],
  ['severity_reason', ({ severity_reason: reason }) => reason],
  ['attributes', ({ attributes }) => attributes.map(({ path }) => path).join('\n')],
  ['in_the_state', ({ attributes }) => attributes.map(({ before }) => value(before)).join('\n')],
  ['in_the_cloud', ({ attributes }) => attributes.map(({ after }) => value(after)).join('\n')],
  ['side_effect_of', ({ caused_by: cause }) => cause?.resource],
  ['first_seen', ({ first_seen_at: at }) => at],
  ['incident', ({ incident_id: incident }) => incident],
];

/** Findings as CSV (RFC 4180) with a header, as their pages come. Their values are masked already. */
export async function* findingsCsv(pages: AsyncIterable<readonly Finding[]>): AsyncGenerator<string> {
  yield line(COLUMNS.map(([head]) => head));
  for await (const page of pages) yield page.map((finding) => line(COLUMNS.map(([, of]) => of(finding)))).join('');
}
