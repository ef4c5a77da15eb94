import { createHmac } from 'node:crypto';
import { isObject, type Json } from '../../base/json.ts';
import type { Member, SchemaNode } from '../../base/schema.ts';
import { UNKNOWN, type Path, type Step, type Value } from '../../base/value.ts';
import { dynamicValue } from '../compare/canonical.ts';
import { stepsAlong } from '../compare/diff.ts';
import { stable } from '../compare/stable.ts';
import { isEnvironmentName, isPublicName, isSecretName } from './names.ts';
import { MASK, maskShapes, maskText } from './shapes.ts';

/** Makes fingerprints of values; one per organization, because of its key. */
export type Masker = {
  /** A keyed HMAC-SHA-256 of a value, shortened to 24 hex digits: tells that two values differ, not what they are. */
  fingerprint(value: Value): string;
};

/** @param options.key at least 16 random bytes */
export function createMasker({ key }: { key: Uint8Array }): Masker {
  return { fingerprint: (value) => createHmac('sha256', key).update(stable(value)).digest('hex').slice(0, 24) };
}

/** A value that may be shown, and whether something in it was masked. */
export type Masked = { shown: Json; masked: boolean };

/** Where a value stands in its resource, and what the state itself marks as sensitive there. */
export type MaskPlace = { schema: SchemaNode; path: Path; sensitivePaths: readonly Path[] };

/** What is known of a place from the way to it. */
type Context = {
  /** Everything here is sensitive, by the schema or by the state. */
  hidden: boolean;
  /** The nearest name: of the attribute, or of the key of a map. */
  name: string;
  /** A name on the way says that whatever key stands below it is a secret, or that values of pairs are. */
  secretKeys: boolean;
  environment: boolean;
  /** What is left of the state's paths from here on. */
  marks: readonly Path[];
};

const isFlagged = (member: Member | undefined) =>
  member?.role === 'attribute' && (member.sensitive || member.writeOnly);

/** An ARN names a thing; it is never the secret itself. */
const isArn = (text: string) => /^arn:[a-z0-9-]+:[a-z0-9-]+:[a-z0-9-]*:\d*:\S+$/.test(text);

/** One step further in. `named` is whether the step is a name (of an attribute or a key) rather than a position. */
function stepInto(context: Context, step: Step, named: boolean, member?: Member): Context {
  const marks = context.marks
    .filter(([first]) => first !== undefined && String(first) === String(step))
    .map((mark) => mark.slice(1));
  const name = named ? String(step) : context.name;
  return {
    hidden: context.hidden || isFlagged(member) || marks.some((mark) => mark.length === 0),
    name,
    // An attribute of the schema has a name of its own; keys and positions inherit the name above them.
    secretKeys: (member === undefined && context.secretKeys) || isSecretName(name),
    environment: context.environment || isEnvironmentName(name),
    marks,
  };
}

function contextOf({ schema, path, sensitivePaths }: MaskPlace): Context {
  const root: Context = {
    hidden: sensitivePaths.some((mark) => mark.length === 0),
    name: '',
    secretKeys: false,
    environment: false,
    marks: sensitivePaths,
  };
  let context = root;
  for (const { step, from, member } of stepsAlong(schema, path)) {
    const inMap = from?.kind === 'map' && context.environment;
    context = stepInto(context, step, typeof step === 'string', member);
    if (inMap) context = { ...context, secretKeys: true };
  }
  return context;
}

function maskString(value: string, context: Context): Masked {
  if (value === '') return { shown: value, masked: false };
  if (value === MASK || (context.secretKeys && (context.environment || !isArn(value))))
    return { shown: MASK, masked: true };
  const document = maskDocument(value, context);
  if (document) return document;
  const shown = isPublicName(context.name) ? maskShapes(value) : maskText(value);
  return { shown, masked: shown !== value };
}

/** A text that is a JSON document is masked inside, so that what is no secret in it can still be read. */
function maskDocument(text: string, context: Context): Masked | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { shown, masked } = mask(undefined, document as Value, context);
  return masked ? { shown: JSON.stringify(shown), masked } : { shown: text, masked };
}

/** `{name: "DB_PASSWORD", value: "…"}`: the value is called what its neighbour says. */
function nameOfPair(given: Record<string, Value>): string | undefined {
  return [given.name, given.Name, given.key, given.Key].find((name) => typeof name === 'string');
}

function maskObject(node: SchemaNode | undefined, given: Record<string, Value>, context: Context): Masked {
  const pair = nameOfPair(given);
  const isMap = node?.kind === 'map' || (node === undefined && pair === undefined);
  let masked = false;
  const pairs = Object.entries(given).map(([key, value]): [string, Json] => {
    const member = node?.kind === 'object' && Object.hasOwn(node.members, key) ? node.members[key] : undefined;
    const inner = node?.kind === 'map' ? node.element : member?.node;
    let below = stepInto(context, key, true, member);
    if (isMap && context.environment) below = { ...below, secretKeys: true };
    if (pair !== undefined && /^value$/i.test(key))
      below = { ...below, secretKeys: context.environment || isSecretName(pair), environment: true };
    const part = mask(inner, value, below);
    masked ||= part.masked;
    return [maskText(key), part.shown];
  });
  return { shown: Object.fromEntries(pairs), masked };
}

function maskList(node: SchemaNode | undefined, given: Value[], context: Context): Masked {
  const parts = given.map((value, i) => {
    const inner = node?.kind === 'tuple' ? node.elements[i] : node && 'element' in node ? node.element : undefined;
    return mask(inner, value, stepInto(context, i, false));
  });
  return { shown: parts.map((part) => part.shown), masked: parts.some((part) => part.masked) };
}

function mask(node: SchemaNode | undefined, value: Value, context: Context): Masked {
  if (value === null) return { shown: null, masked: false };
  if (context.hidden) return { shown: MASK, masked: true };
  if (value === UNKNOWN) return { shown: '(unknown)', masked: false };
  if (node?.kind === 'dynamic') return mask(undefined, dynamicValue(value), context);
  if (typeof value === 'string') return maskString(value, context);
  if (typeof value === 'boolean') return { shown: value, masked: false };
  if (Array.isArray(value)) return maskList(node, value, context);
  if (isObject(value)) return maskObject(node, value, context);
  if (context.secretKeys) return { shown: MASK, masked: true };
  return { shown: typeof value === 'bigint' ? value.toString() : value, masked: false };
}

/**
 * A value at a place, fit to be stored and shown. Sensitive by the schema, the state's marks, its name or its shape:
 * masked; inside a composite only what is sensitive. Masking what was masked changes nothing.
 */
export function maskValue(value: Value, place: MaskPlace): Masked {
  const last = stepsAlong(place.schema, place.path).at(-1);
  return mask(last ? last.to : place.schema, value, contextOf(place));
}
