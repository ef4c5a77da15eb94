import type { Json } from '../src/base/json.ts';
import type { AttributeDrift, Finding } from '../src/engine/model/analysis.ts';
import { typeOfAddress } from '../src/engine/state/address.ts';

/**
 * Findings as a text for reviewers, at least two lines for each:
 *
 *     deleted high · aws_route.spoke · The route was removed outside Terraform.
 *       tags["Name"] · "spoke" → null · removed
 *       @ state_key network.tfstate · region us-east-1
 *
 * An ambiguous word is written as a JSON string. A missing field has its usual value, which nearly all findings have.
 */
const SEPARATOR = ' · ';
const ARROW = ' → ';

/** Fields that a file does not repeat: their values are the same in nearly all findings, or random. */
export const CONSTANT = {
  provider: 'registry.terraform.io/hashicorp/aws',
  first_seen_at: '2026-01-01T00:00:00Z',
  fingerprint: '',
  incident_id: null,
} satisfies Partial<Finding>;
const UNCHANGED = { sensitive: false, requires_replace: false, action: 'changed' } satisfies Partial<AttributeDrift>;

/** A finding with the tags of its resource. */
export type GoldenCase = Finding & { tags?: Record<string, string> };

const json = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[·→\p{C}\p{Zl}\p{Zp}]/gu, (sign) =>
    [...Array(sign.length).keys()].map((i) => `\\u${sign.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
const BARE = /^(?!(?:true|false|null)$)[\p{L}*_/]/u;
const isBare = (value: unknown): value is string =>
  typeof value === 'string' && BARE.test(value) && !/[·\p{C}\p{Zl}\p{Zp}]|\s$/u.test(value);

const word = (value: unknown): string => (isBare(value) ? value : json(value));
const parseWord = (text: string): unknown => (BARE.test(text) ? text : JSON.parse(text));

const fields = (of: object): string[] =>
  Object.entries(of).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${word(value)}`]));
const parseFields = (parts: readonly string[]): object =>
  Object.fromEntries(
    parts.map((part) => {
      const blank = part.indexOf(' ');
      return [part.slice(0, blank), parseWord(part.slice(blank + 1))];
    }),
  );

/** The entries of `whole` that differ from those of `common`. */
const beyond = (whole: object, common: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(whole).filter(([name, value]) => common[name] !== value));

const typeOf = (address: string): string => typeOfAddress(address) ?? address.split('.')[0] ?? '';

function attributeLine({ path, before, after, ...more }: AttributeDrift, isInformational: boolean): string {
  const flags = fields({ ...beyond(more, UNCHANGED), ...(isInformational && { informational: true }) });
  return ['  ' + word(path), `${json(before)}${ARROW}${json(after)}`, ...flags].join(SEPARATOR);
}

function parseAttribute(line: string): { attribute: AttributeDrift; isInformational: boolean } {
  const [path = '', change = '', ...flags] = line.split(SEPARATOR);
  const [before = null, after = null] = change.split(ARROW).map((text) => JSON.parse(text) as Json);
  const { informational, ...more } = parseFields(flags) as Partial<AttributeDrift> & { informational?: true };
  return {
    attribute: { path: parseWord(path) as string, before, after, ...UNCHANGED, ...more },
    isInformational: informational === true,
  };
}

function linesOf({
  kind,
  severity,
  resource,
  type,
  message,
  attributes,
  informational = [],
  ...more
}: GoldenCase): string[] {
  const rest = fields({ ...(type !== typeOf(resource) && { type }), ...beyond(more, CONSTANT) });
  return [
    [`${kind} ${severity}`, word(resource), word(message)].join(SEPARATOR),
    ...attributes.map((one) => attributeLine(one, false)),
    ...informational.map((one) => attributeLine(one, true)),
    ...(rest.length > 0 ? [`  @ ${rest.join(SEPARATOR)}`] : []),
  ];
}

function parseCase(text: string): GoldenCase {
  const [head = '', ...lines] = text.split('\n');
  const [what = '', resource, message] = head.split(SEPARATOR);
  const [kind, severity] = what.split(' ') as [Finding['kind'], Finding['severity']];
  const address = parseWord(resource ?? '') as string;
  const below = lines.map((line) => line.slice(2));
  const found = below.filter((line) => !line.startsWith('@ ')).map(parseAttribute);
  const informational = found.filter((one) => one.isInformational).map(({ attribute }) => attribute);
  const rest =
    below
      .find((line) => line.startsWith('@ '))
      ?.slice(2)
      .split(SEPARATOR) ?? [];
  return {
    resource: address,
    type: typeOf(address),
    ...CONSTANT,
    kind,
    severity,
    state_key: '',
    message: parseWord(message ?? '') as string,
    attributes: found.filter((one) => !one.isInformational).map(({ attribute }) => attribute),
    ...(informational.length > 0 && { informational }),
    ...parseFields(rest),
  };
}

export const findingsText = (findings: readonly GoldenCase[]): string =>
  findings
    .flatMap(linesOf)
    .map((line) => `${line}\n`)
    .join('');

export const parseFindings = (text: string): GoldenCase[] =>
  text
    .split(/\n(?! |$)/)
    .filter((part) => part !== '')
    .map((part) => parseCase(part.trimEnd()));
