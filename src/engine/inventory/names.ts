import { isObject } from '../../base/json.ts';
import { stable } from '../value/stable.ts';
import type { Value } from '../../base/value.ts';
import type { ObjectIds } from '../../clouds/contract/inventory.ts';

/** The texts by which lists, import ids and references identify an object. */
export type Names = { identity?: string; id?: string; arn?: string; name?: string };

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Parts of an identity that locate an object but do not identify it. Not every provider configuration writes them. */
const WHERE = new Set(['account_id', 'region']);

/** The parts of an identity that identify. */
export function identityParts(identity: unknown): [name: string, part: unknown][] {
  if (!isObject(identity)) return [];
  return Object.entries(identity).filter(([name, part]) => !WHERE.has(name) && part !== null && part !== '');
}

/** An identity as one text, independent of the order of its parts; undefined if it contains only a location. */
export function identityText(identity: unknown): string | undefined {
  const parts = identityParts(identity);
  return parts.length === 0 ? undefined : stable(Object.fromEntries(parts) as Value);
}

/**
 * True for an id that AWS draws at random, an ARN and a URL: it names the same object wherever it is listed. A peering
 * connection is listed in the regions of both sides.
 */
export const isUniqueId = (text: string): boolean =>
  /^(?:arn|https?):|-[0-9a-f]{17}$|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Attributes that may contain an object's own name; the first one that is set counts. */
const NAME_ATTRIBUTES = [
  'name',
  'bucket',
  'function_name',
  'key_name',
  'cluster_identifier',
  'identifier',
  'domain_name',
];

/** The names in the attributes of an object. */
export function namesIn(values: Readonly<Record<string, unknown>>, identity?: unknown): Names {
  const names: Names = {};
  const [id, arn] = [textOf(values.id), textOf(values.arn)];
  const name = NAME_ATTRIBUTES.map((one) => textOf(values[one])).find((one) => one !== undefined);
  const whole = identityText(identity);
  if (whole !== undefined) names.identity = whole;
  if (id !== undefined) names.id = id;
  if (arn !== undefined) names.arn = arn;
  if (name !== undefined) names.name = name;
  return names;
}

/** The most complete id that a list returned; empty if it returned none. */
export const listedId = ({ arn, importId, name }: ObjectIds): string => arn ?? importId ?? name ?? '';

/** All names by which others may refer to an object. */
export const referencesOf = ({ id, arn, name }: Names): string[] => [
  ...new Set([id, arn, name].filter((one) => one !== undefined)),
];

const SEPARATORS = new Set(['/', ':', '_', ',', '|', '#']);

/** No import id has more parts. */
const MAX_PARTS = 64;

/**
 * True if a text consists only of these values, at least two of them, and of separators. The import id of a part
 * (`role/policy`, `zone_name_type`) is made of attributes in its state. Two separators may be adjacent. A single value
 * proves nothing: it may be the description of another object.
 */
export function isMadeOf(text: string, values: ReadonlySet<string>): boolean {
  const cuts = text.split('').flatMap((character, at) => (SEPARATORS.has(character) ? [at] : []));
  if (text === '' || cuts.length >= MAX_PARTS) return false;
  /** The possible starts of a part, with the highest number of values before each. */
  const starts = new Map([[0, 0]]);
  let most = -1;
  for (const end of [...cuts, text.length]) {
    most = -1;
    for (const [from, before] of starts) {
      const part = from > end ? undefined : text.slice(from, end);
      if (part === '') most = Math.max(most, before);
      else if (part !== undefined && values.has(part)) most = Math.max(most, before + 1);
    }
    if (most >= 0) starts.set(end + 1, most);
  }
  return most >= 2;
}
