import { createHash } from 'node:crypto';
import { parseDocument, type Document } from 'yaml';
import { isObject, type Json } from '../../base/json.ts';

/** An incident as a line of an import. */
export type ImportedLine = Record<string, Json>;

/** Used where the document does not name them. */
export type Defaults = { project?: string; resource?: string };

/** A Markdown document: the YAML fields between two lines of dashes at its start, and the rest. */
type FrontMatter = { fields: Record<string, unknown>; body: string };

/** A YAML parser takes long for thousands of lines. */
const MAX_FRONT_MATTER = 16_000;

const FENCED = /^---[ \t]*\n([^]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/;

function valueOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new Error('aliases (*name) are not taken in front of it; write it out');
  }
}

/** Splits the YAML front matter off. Throws an `Error` that says what is wrong where it cannot be read. */
function readFrontMatter(text: string): FrontMatter {
  const found = FENCED.exec(text);
  if (!found) return { fields: {}, body: text };
  if ((found[1] ?? '').length > MAX_FRONT_MATTER) throw new Error('what stands in front of it is longer than 16 kB');
  // A map as a key only makes an odd field name; the library would print it in a warning on stderr.
  const how = { version: '1.2', schema: 'core', prettyErrors: false, logLevel: 'error' } as const;
  const document = parseDocument(found[1] ?? '', how);
  const [problem] = document.errors;
  if (problem) throw new Error(`the YAML in front of it cannot be read: ${problem.message}`);
  const fields: unknown = valueOf(document);
  if (fields !== null && !isObject(fields)) throw new Error('the YAML in front of it is no list of "field: value"');
  return { fields: fields ?? {}, body: text.slice(found[0].length) };
}

/** Says what to add to the document's front matter. */
const add = (what: string, example: string) => `${what}: add "${example}" to the lines between --- in front of it`;

function textIn(fields: Record<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`"${name}" in front of it has to be a text`);
    return String(value).trim();
  }
  return undefined;
}

/** A longer summary is refused anyway, and removing its Markdown would take too long. */
const MAX_HEADING = 5000;

/** A heading without Markdown. */
function plain(heading: string): string {
  return heading
    .slice(0, MAX_HEADING)
    .replace(/\s+#+\s*$/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2')
    .trim();
}

/** The first heading, and the document without it if only blank lines precede it. */
function titled(body: string): { title: string | undefined; rest: string } {
  const heading = /^(?: {0,3}#{1,6}[ \t]+(\S.*)|(\S.*)\n={3,}[ \t]*)$/m.exec(body);
  if (!heading) return { title: undefined, rest: body };
  const first = body.slice(0, heading.index).trim() === '';
  return {
    title: plain(heading[1] ?? heading[2] ?? ''),
    rest: first ? body.slice(heading.index + heading[0].length) : body,
  };
}

/** The first day in a text: `2026-01-31`, in a file name also `20260131` or `2026_01_31`. */
function dayIn(text: string, form: RegExp): string | undefined {
  for (const [, year, month, day] of text.matchAll(form)) {
    const date = `${year}-${month}-${day}`;
    const read = new Date(`${date}T00:00:00Z`);
    if (year !== '0000' && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date)) return date;
  }
  return undefined;
}
const IN_TEXT = /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/g;
const IN_NAME = /(?<!\d)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)/g;

/** Common providers: other words that look like an address may be a file, such as `deploy_prod.sh`. */
const PROVIDERS =
  'aws|awscc|azurerm|azuread|google|kubernetes|helm|cloudflare|github|gitlab|datadog|oci|digitalocean|vault|consul|okta|fastly|mongodbatlas|snowflake|pagerduty|auth0|null|random|tls|time';
const KEY = String.raw`(?:\[(?:\d+|"[^"\n\]]*")\])?`;
const ADDRESS = new RegExp(
  String.raw`(?<![\w.-])(?:module\.[\w-]+${KEY}\.)*(?:data\.)?(?:${PROVIDERS})_[a-z0-9_]+\.[A-Za-z_][\w-]*${KEY}`,
);

function addressIn(text: string): string | undefined {
  return ADDRESS.exec(text)?.[0];
}

const MAX_ID = 80;

/**
 * The id of an incident in a file: its path with invalid characters replaced, so that a second import finds it again. A
 * changed or too long path gets a digest, so that ids stay unique.
 */
export function idOfPath(path: string): string {
  const stem = path.replace(/\.(md|markdown)$/i, '');
  const id = stem
    .replaceAll('/', ':')
    .replaceAll(/[^A-Za-z0-9._:-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '');
  if (id === stem.replaceAll('/', ':') && !stem.includes(':') && id.length <= MAX_ID) return id;
  const digest = createHash('sha256').update(stem).digest('hex').slice(0, 12);
  return `${id.slice(-MAX_ID).replace(/^[^A-Za-z0-9]+/, '')}-${digest}`.replace(/^-/, '');
}

/**
 * Reads a Markdown post-mortem as an incident. `id`, `date`, `resource`, `project` and `summary` (or `title`) come from
 * its front matter. Otherwise the summary is the first heading, the day is in the file name or else the first in the
 * text, and the resource is the first address in the text. Throws an `Error` that says what to add where one is missing.
 * @param path relative to the work tree or directory; the id is made of it
 */
export function readPostMortem(path: string, markdown: string, defaults: Defaults): ImportedLine {
  const text = markdown.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const { fields, body } = readFrontMatter(text);
  const { title, rest } = titled(body);
  const summary = textIn(fields, ['summary', 'title']) ?? title;
  if (summary === undefined || summary === '') throw new Error(add('it has no heading', 'summary: what happened'));
  const stated = textIn(fields, ['date']);
  const file = path.split('/').at(-1) ?? '';
  const date =
    stated === undefined ? (dayIn(file, IN_NAME) ?? dayIn(body, IN_TEXT)) : dayIn(stated.slice(0, 10), IN_TEXT);
  if (date === undefined)
    throw new Error(add(stated === undefined ? 'it names no day' : '"date" is no day', 'date: 2026-01-31'));
  const resource = textIn(fields, ['resource']) ?? addressIn(body) ?? defaults.resource;
  if (resource === undefined)
    throw new Error(
      `${add('it names no resource', 'resource: aws_security_group.bastion')}, or give one for all with --resource`,
    );
  const project = textIn(fields, ['project']) ?? defaults.project;
  const details = rest.trim();
  return {
    id: textIn(fields, ['id']) ?? idOfPath(path),
    ...(project === undefined ? {} : { project }),
    resource,
    summary,
    date,
    ...(details === '' ? {} : { details }),
  };
}
