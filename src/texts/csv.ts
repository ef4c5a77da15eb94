import type { Finding } from '../engine/model/analysis.ts';
import type { UnmanagedFinding } from '../engine/model/inventory.ts';

/** Matches text that spreadsheets read as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n|%]/;

/** Formats a cell: always quoted, and never a formula. */
function cell(value: string | null | undefined): string {
  const text = value ?? '';
  return `"${(FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

const line = (cells: readonly (string | null | undefined)[]): string => `${cells.map(cell).join(',')}\r\n`;

const value = (one: unknown): string => (one === undefined ? '' : JSON.stringify(one));

type Columns<Row> = readonly [head: string, of: (row: Row) => string | null | undefined][];

/** The fields of drift that a finding and an incident share. */
type Drift = { resource: string; account_id?: string | null; region?: string | null } & Record<
  'severity' | 'kind' | 'type' | 'state_key',
  string | null
>;

const DRIFT: Columns<Drift> = [
  ['severity', ({ severity }) => severity],
  ['change', ({ kind }) => kind],
  ['resource', ({ resource }) => resource],
  ['type', ({ type }) => type],
  ['state', ({ state_key: key }) => key],
  ['account', ({ account_id: account }) => account],
  ['region', ({ region }) => region],
];

const FINDING: Columns<Finding | UnmanagedFinding> = [
  ...DRIFT,
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

/** The fields of an incident that its CSV line contains. */
type IncidentLine = Drift &
  Record<'id' | 'status' | 'source' | 'summary' | 'date', string> &
  Record<'account_id' | 'region' | 'resolution' | 'first_seen_at' | 'last_seen_at' | 'resolved_at', string | null> & {
    attributes: readonly string[];
    times_seen: number;
  };

const INCIDENT: Columns<IncidentLine> = [
  ['status', ({ status }) => status],
  ['resolution', ({ resolution }) => resolution],
  ...DRIFT,
  ['summary', ({ summary }) => summary],
  ['attributes', ({ attributes }) => attributes.join('\n')],
  ['began', ({ date }) => date],
  ['first_seen', ({ first_seen_at: at }) => at],
  ['last_seen', ({ last_seen_at: at }) => at],
  ['resolved', ({ resolved_at: at }) => at],
  ['times_seen', ({ times_seen: times }) => String(times)],
  ['source', ({ source }) => source],
  ['incident', ({ id }) => id],
];

/** The fields of an unmanaged object that its CSV line contains. */
type ObjectLine = Record<
  'severity' | 'class' | 'type' | 'cloud_id' | 'severity_reason' | 'first_seen_at' | 'last_seen_at',
  string
> &
  Record<'name' | 'account_id' | 'region' | 'owner' | 'created_at' | 'gone_as' | 'incident_id', string | null> & {
    new: boolean;
    tags: Readonly<Record<string, string>>;
    parent: { type: string; id: string; resource?: string } | null;
    import: { status: string };
  };

const OBJECT: Columns<ObjectLine> = [
  ['severity', ({ severity }) => severity],
  ['class', (object) => object.class],
  ['type', ({ type }) => type],
  ['name', ({ name }) => name],
  ['cloud_id', ({ cloud_id: id }) => id],
  ['account', ({ account_id: account }) => account],
  ['region', ({ region }) => region],
  ['part_of', ({ parent }) => parent && (parent.resource ?? `${parent.type} ${parent.id}`)],
  ['owner', ({ owner }) => owner],
  ['severity_reason', ({ severity_reason: reason }) => reason],
  [
    'tags',
    ({ tags }) =>
      Object.entries(tags)
        .map(([key, one]) => `${key}=${one}`)
        .join('\n'),
  ],
  ['new', (object) => (object.new ? 'yes' : 'no')],
  ['created', ({ created_at: at }) => at],
  ['first_seen', ({ first_seen_at: at }) => at],
  ['last_seen', ({ last_seen_at: at }) => at],
  ['gone', ({ gone_as: as }) => as],
  ['configuration', (object) => object.import.status],
  ['incident', ({ incident_id: incident }) => incident],
];

/** Yields CSV by RFC 4180, with a header, page by page. */
async function* csvOf<Row>(columns: Columns<Row>, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield line(columns.map(([head]) => head));
  for await (const page of pages) yield page.map((row) => line(columns.map(([, of]) => of(row)))).join('');
}

/** Formats findings as CSV. Their values are already masked. */
export const findingsCsv = (pages: AsyncIterable<readonly (Finding | UnmanagedFinding)[]>): AsyncGenerator<string> =>
  csvOf(FINDING, pages);

export const objectsCsv = (pages: AsyncIterable<readonly ObjectLine[]>): AsyncGenerator<string> => csvOf(OBJECT, pages);

export const incidentsCsv = (pages: AsyncIterable<readonly IncidentLine[]>): AsyncGenerator<string> =>
  csvOf(INCIDENT, pages);
