import { isObject, type Json } from '../../base/json.ts';
import type { ObjectNode, SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { stepFrom } from '../value/diff.ts';
import { rootContext, stepInto, type Context } from './mask-value.ts';
import { MASK } from './secret-shapes.ts';

/** Matches words joined by punctuation: names, locations, addresses, versions. */
const SLUG = /^[a-z0-9]+(?:[-_.:/@][a-z0-9]+)*\/?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\d[T ]/;

const has = (text: string, pattern: RegExp) => (pattern.test(text) ? 1 : 0);

/**
 * True if a text that is marked or named as secret looks like a secret, so that it can be masked in other texts. Some
 * states mark common values such as `production`, `eu-west-1`, `db.internal` and `true`.
 */
export function looksSecret(text: string): boolean {
  if (text.length < 8 || /^[\d.,:+-]+$/.test(text) || TIME.test(text) || text.startsWith('arn:')) return false;
  if (UUID.test(text)) return true;
  if (/[-_.:/@]/.test(text) && SLUG.test(text)) return false;
  if (/^https?:\/\/[^@\s]*$/.test(text) && !/[?#]/.test(text)) return false;
  const kinds = has(text, /[a-z]/) + has(text, /[A-Z]/) + has(text, /\d/) + has(text, /[^A-Za-z0-9\s]/);
  return kinds >= 3 || (kinds >= 2 && has(text, /\d/) === 1 && text.length >= 10);
}

/** Shorter texts occur in other texts by chance. */
const MIN_LENGTH = 6;
/** Length of the prefix that secrets are indexed by. All secrets are longer. */
const PREFIX_LENGTH = 4;
/** Limits the secrets of one resource, since a sensitive map may have many values. The longest are kept. */
const MAX_SECRETS = 500;
/** Limits the secrets with the same prefix, because more would make searches slow. */
const MAX_PER_PREFIX = 100;

/** Secrets by their prefix, the longest first. */
export type Secrets = Pick<ReadonlyMap<string, readonly string[]>, 'size' | 'get'>;

export function joinSecrets(one: Secrets, other: Secrets | undefined): Secrets {
  if (!other || other.size === 0) return one;
  const get = (start: string) => {
    const [first, second] = [one.get(start), other.get(start)];
    return first && second ? [...first, ...second] : (first ?? second);
  };
  return { size: one.size + other.size, get };
}

/** Decides whether a value is collected as a secret to search for in other texts. */
type Wanted = (text: string, context: Context) => boolean;

function collect(
  node: SchemaNode | undefined,
  value: Value,
  context: Context,
  collected: { texts: Set<string>; wanted: Wanted },
): void {
  if (typeof value === 'string') {
    if (value.length >= MIN_LENGTH && collected.wanted(value, context)) collected.texts.add(value);
  } else if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) {
      collect(stepFrom(node, i).to, one, stepInto(context, i, false), collected);
    }
  } else if (isObject(value)) {
    for (const [key, one] of Object.entries(value)) {
      const { to, member } = stepFrom(node, key);
      collect(to, one, stepInto(context, key, true, member), collected);
    }
  }
}

/** The forms in which a text may occur inside another one: unchanged, in JSON, in a URL, in base64. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const forms = [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed()), base64];
  return [...new Set([...forms, bytes.toString('base64url')])];
}

/** Indexes secrets by prefix, the longest first. Texts that are part of the mask itself are omitted. */
function indexed(texts: Iterable<string>, max: number): Secrets {
  const longest = [...texts].sort((a, b) => b.length - a.length).slice(0, max);
  const byStart = new Map<string, string[]>();
  for (const form of longest.flatMap(formsOf).sort((a, b) => b.length - a.length)) {
    if (form.length < MIN_LENGTH || MASK.includes(form)) continue;
    const start = form.slice(0, PREFIX_LENGTH);
    const alike = byStart.get(start);
    if (!alike) byStart.set(start, [form]);
    else if (alike.length < MAX_PER_PREFIX) alike.push(form);
  }
  return byStart;
}

/**
 * A hidden value is a secret. A value with a secret's name or in an environment is one only if it looks like a secret.
 */
const isOwn: Wanted = (text, { hidden, secretKeys, environment }) =>
  hidden || ((secretKeys || environment) && looksSecret(text));

/**
 * Collects the secrets in one resource's values, from state and cloud. A provider may copy a secret into an attribute
 * that is not marked as sensitive: `tags` into `tags_all`, a password into a computed address, a value into the text of
 * an error.
 */
export function secretsOf(schema: SchemaNode, values: Value[], sensitivePaths: readonly Path[]): Secrets {
  const texts = new Set<string>();
  for (const value of values) collect(schema, value, rootContext(sensitivePaths), { texts, wanted: isOwn });
  return indexed(texts, MAX_SECRETS);
}

type ReadInstance = {
  schema: ObjectNode;
  outcome: { before: Value; live?: Value | undefined };
  instance: { sensitivePaths: readonly Path[] };
};

export function secretsOfObserved({ schema, outcome: { before, live }, instance }: ReadInstance): Secrets {
  const values: Value[] = live === undefined ? [before] : [before, live];
  return secretsOf(schema, values, instance.sensitivePaths);
}

/** Limits the secrets of one state that reports on its other resources are searched for. */
const MAX_STATE_SECRETS = 5000;

type StatedInstance = { type: string; values: () => Record<string, unknown>; sensitivePaths: readonly Path[] };

/** Types whose id is the generated value, which may be a password. */
const DRAWN = /^random_(?:string|bytes|password)$/;

/** Attributes that name a resource and appear wherever it is referenced. */
const NAMES = ['id', 'arn', 'name', 'bucket', 'function_name', 'identifier', 'key_id'];

/**
 * Collects the secrets in a state, by marks and by names, to mask them in reports on other resources: a database's
 * password may be in the definition of the task that uses it. Only values that look like secrets count, because
 * `eu-west-1` may be marked as sensitive too.
 * @param more secrets from other sources, such as credentials
 */
export function secretsOfState(instances: Iterable<StatedInstance>, more: readonly string[] = []): Secrets {
  const texts = new Set<string>();
  const marked = new Set<string>();
  const names = new Set<unknown>();
  const wanted: Wanted = (text, context) => {
    if (!(context.hidden || context.secretKeys || context.environment) || !looksSecret(text)) return false;
    if (context.hidden) marked.add(text);
    return true;
  };
  for (const { type, values, sensitivePaths } of instances) {
    const attributes = values();
    collect(undefined, attributes as Value, rootContext(sensitivePaths), { texts, wanted });
    if (DRAWN.test(type)) continue;
    for (const name of NAMES) if (!sensitivePaths.some(([first]) => first === name)) names.add(attributes[name]);
  }
  for (const name of names) if (!marked.has(name as string)) texts.delete(name as string);
  for (const secret of more) texts.add(secret);
  return indexed(texts, MAX_STATE_SECRETS);
}

/** The position where a secret starts that the truncation cut off, or the length of the text. */
function cutAt(text: string, secrets: Secrets): number {
  const end = text.length - 1;
  for (let i = Math.max(0, end - 4096); i + PREFIX_LENGTH <= end; i += 1) {
    const rest = text.slice(i, end);
    if (secrets.get(rest.slice(0, PREFIX_LENGTH))?.some((secret) => secret.startsWith(rest))) return i;
  }
  return text.length;
}

/** Masks these secrets anywhere in a text, also a secret that a truncation (`…`) cut off. */
export function withoutSecrets(text: string, secrets: Secrets): string {
  if (secrets.size === 0) return text;
  let out = '';
  let kept = 0;
  for (let i = 0; i + PREFIX_LENGTH <= text.length; i += 1) {
    if (text.startsWith(MASK, i)) i += MASK.length - 1;
    else {
      const secret = secrets.get(text.slice(i, i + PREFIX_LENGTH))?.find((one) => text.startsWith(one, i));
      if (secret === undefined) continue;
      out += text.slice(kept, i) + MASK;
      kept = i + secret.length;
      i = kept - 1;
    }
  }
  const whole = out + text.slice(kept);
  if (!whole.endsWith('…')) return whole;
  const cut = cutAt(whole, secrets);
  return cut === whole.length ? whole : `${whole.slice(0, cut)}${MASK}…`;
}

/** Masks these secrets in all strings of a value, keys included. */
export function maskSecrets(value: Json, secrets: Secrets): Json {
  if (secrets.size === 0) return value;
  if (typeof value === 'string') return withoutSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((one) => maskSecrets(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).map(([key, one]) => [withoutSecrets(key, secrets), maskSecrets(one, secrets)]);
  return Object.fromEntries(pairs) as Json;
}
