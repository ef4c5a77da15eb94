import { createHmac } from 'node:crypto';
import { isObject, type Json } from '../../base/json.ts';
import type { Member, SchemaNode } from '../../base/schema.ts';
import { UNKNOWN, type Path, type Step, type Value } from '../../base/value.ts';
import { fields } from '../value/canonical.ts';
import { dynamicValue } from '../value/dynamic.ts';
import { stepFrom, stepsAlong, valueAt } from '../value/diff.ts';
import { stable } from '../value/stable.ts';
import { isAboutSecrets, isEnvironmentName, isPublicName, isSecretName } from './secret-names.ts';
import { moreElements, moreMembers } from '../value/elements.ts';
import { hidesSecret, MASK, maskKnown, maskShapes, maskText, READABLE } from './secret-shapes.ts';

/** Makes fingerprints of values. Each organization has its own, with its own key. */
export type Masker = {
  /**
   * Returns a keyed HMAC-SHA-256 of a value, shortened to 24 hex digits. It shows that two values differ without
   * revealing them.
   */
  fingerprint(value: Value): string;
};

/** @param options.key at least 16 random bytes */
export function createMasker({ key }: { key: Uint8Array }): Masker {
  return { fingerprint: (value) => createHmac('sha256', key).update(stable(value)).digest('hex').slice(0, 24) };
}

/** A value that may be shown, and whether a part of it was masked. `cut` is set if members were omitted. */
export type Masked = { shown: Json; masked: boolean; cut?: true };

/**
 * Maximum members of a map or list that are masked and shown; the others are counted. This is more than a finding has
 * room for, and it avoids masking a map of 200,000 keys of which 8 KB are kept.
 */
const MAX_SHOWN_MEMBERS = 4_096;

/** The location of a value in its resource, with the state's sensitive paths. */
export type MaskPlace = {
  schema: SchemaNode;
  path: Path;
  sensitivePaths: readonly Path[];
  /** The whole resource, because the name of a value may be in a sibling field. */
  whole?: Value;
};

/** The masking context at a path. */
export type Context = {
  /** Everything below is sensitive, by the schema or by the state. */
  hidden: boolean;
  /** The nearest name: of an attribute or of a map's key. */
  name: string;
  /** A name on the path marks all keys below, or the values of name and value pairs, as secrets. */
  secretKeys: boolean;
  environment: boolean;
  /** True inside the conditions of a policy, where names are IAM condition keys. */
  condition: boolean;
  /** The remaining steps of the state's sensitive paths that lead on from here. */
  marks: readonly Path[];
};

const isFlagged = (member: Member | undefined) =>
  member?.role === 'attribute' && (member.sensitive || member.writeOnly);

/** ARNs and public keys are never secrets. */
const isPublic = (text: string) =>
  /^arn:[a-z0-9-]+:[a-z0-9-]+:[a-z0-9-]*:\d*:\S+$/.test(text) ||
  /^(?:ssh|ecdsa|sk-ssh)-[\w@.-]{1,60} AAAA[\w+/=]+( |$)/.test(text);

/**
 * The context one step further in.
 * @param named true if the step is a name (an attribute or a key), false if it is a position
 */
export function stepInto(context: Context, step: Step, named: boolean, member?: Member): Context {
  // A marked list element may have another position in the cloud, so positions are not compared.
  const marks = context.marks
    .filter(([first]) => first !== undefined && (typeof step === 'number' || String(first) === step))
    .map((mark) => mark.slice(1));
  const name = named ? String(step) : context.name;
  return {
    hidden: context.hidden || isFlagged(member) || marks.some((mark) => mark.length === 0),
    name,
    // An attribute of the schema has a name of its own; keys and positions inherit the name above them.
    secretKeys:
      !context.condition &&
      ((member === undefined && context.secretKeys) ||
        (isSecretName(name) && !(named && isAboutSecrets(context.name)))),
    environment: context.environment || isEnvironmentName(name),
    condition: context.condition,
    marks,
  };
}

/** The context of a field whose name is in a sibling field: `{name: "DB_PASSWORD", value: "…"}`. */
function besideName(object: Record<string, Value>, key: string, outer: Context, below: Context): Context {
  const pair = nameOfPair(object);
  if (pair === undefined || !/^value$/i.test(key)) return below;
  return { ...below, secretKeys: outer.environment || isSecretName(pair), environment: true };
}

/** Strings directly in a list of variables have the form `NAME=value`. */
const isVariable = (context: Context, value: Value) => typeof value === 'string' && isEnvironmentName(context.name);

/** The context of the whole resource. */
export function rootContext(sensitivePaths: readonly Path[]): Context {
  return {
    hidden: sensitivePaths.some((mark) => mark.length === 0),
    name: '',
    secretKeys: false,
    environment: false,
    condition: false,
    marks: sensitivePaths,
  };
}

function contextOf({ schema, path, sensitivePaths, whole = null }: MaskPlace): Context {
  let context = rootContext(sensitivePaths);
  for (const [depth, { step, from, to, member }] of stepsAlong(schema, path).entries()) {
    const outer = context;
    context = stepInto(outer, step, typeof step === 'string', member);
    if (from?.kind === 'map' && outer.environment) context = { ...context, secretKeys: true };
    if (typeof step === 'string')
      context = besideName(fields(valueAt(whole, path.slice(0, depth))), step, outer, context);
    else if (to?.kind === 'string' && isEnvironmentName(outer.name)) context = { ...context, secretKeys: true };
  }
  return context;
}

function maskString(value: string, context: Context): Masked {
  if (value === '') return { shown: value, masked: false };
  if (value === MASK || (context.secretKeys && (context.environment || !isPublic(value))))
    return { shown: MASK, masked: true };
  const document = maskDocument(value, context);
  if (document) return document;
  if (/^[\w+/=\s-]{24,}$/.test(value) && hidesSecret(value.replace(/\s/g, ''))) return { shown: MASK, masked: true };
  const shown = isPublicName(context.name) ? maskShapes(value) : maskProse(value);
  return { shown, masked: shown !== value };
}

/** Masks secrets inside a JSON document, so that the rest stays readable. */
function maskDocument(text: string, context: Context): Masked | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  try {
    const { shown, masked, cut } = mask(undefined, document as Value, context);
    if (masked || cut) return { shown: JSON.stringify(shown), masked, ...(cut && { cut }) };
  } catch (error) {
    if (error instanceof RangeError) return { shown: MASK, masked: true }; // nested too deeply for the stack
    throw error;
  }
  // The text may contain more than the parsed value, such as the first of two equal keys. An overlong text is shown as
  // parsed.
  const shown = maskKnown(text);
  return shown === MASK ? { shown: JSON.stringify(document), masked: false } : { shown, masked: shown !== text };
}

/** The end of the bracket that opens at `start`, ignoring quoted texts; undefined if it is not closed. */
function closedAt(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i += 1) {
    const sign = text[i];
    if (quoted) {
      if (sign === '\\') i += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return undefined;
}

/** Maximum number of brackets in a text that are tried as JSON documents. Sentences have few. */
const MAX_DOCUMENTS = 32;

/**
 * Masks secrets in a foreign text and in the JSON documents inside it, where names of members show secrets. Idempotent.
 */
export function maskProse(text: string): string {
  if (text.length > READABLE) return MASK;
  let out = '';
  let from = 0;
  let at = 0;
  for (let tried = 0; tried < MAX_DOCUMENTS; tried += 1) {
    const start = text.slice(at).search(/[{[]/);
    if (start < 0) break;
    const end = closedAt(text, at + start);
    const document = end === undefined ? undefined : maskDocument(text.slice(at + start, end), rootContext([]));
    if (end !== undefined && document?.masked === true && typeof document.shown === 'string') {
      out += text.slice(from, at + start) + document.shown;
      from = end;
    }
    at = end !== undefined && document ? end : at + start + 1;
  }
  return maskText(out + text.slice(from));
}

/** The name of a name and value pair: `{name: "DB_PASSWORD", value: "…"}`. */
function nameOfPair(object: Record<string, Value>): string | undefined {
  return [object.name, object.Name, object.key, object.Key].find((name) => typeof name === 'string');
}

/** Masks a key; a number keeps it distinct from other masked keys. */
function nameOnce(key: string, taken: Set<string>, { condition }: Context): string {
  const shown = condition ? maskKnown(key) : maskText(key);
  if (shown === key) return key;
  let name = shown;
  for (let n = 2; taken.has(name); n += 1) name = `${shown} ${n}`;
  taken.add(name);
  return name;
}

function maskObject(node: SchemaNode | undefined, object: Record<string, Value>, context: Context): Masked {
  const pair = nameOfPair(object);
  const isMap = node?.kind === 'map' || (node === undefined && pair === undefined);
  let masked = false;
  let cut = false;
  const taken = new Set<string>();
  const all = Object.entries(object);
  const pairs = all.slice(0, MAX_SHOWN_MEMBERS).map(([key, value]): [string, Json] => {
    const { to: inner, member } = stepFrom(node, key);
    let below = stepInto(context, key, true, member);
    if (isMap && context.environment) below = { ...below, secretKeys: true };
    below = besideName(object, key, context, below);
    if (node === undefined && object.kind === 'Secret' && /^(?:data|stringData)$/.test(key))
      below = { ...below, secretKeys: true };
    if (node === undefined && key === 'Condition' && Object.hasOwn(object, 'Effect'))
      below = { ...below, condition: true };
    const part = mask(inner, value, below);
    const name = nameOnce(key, taken, context);
    masked ||= part.masked || name !== key;
    cut ||= part.cut === true;
    return [name, part.shown];
  });
  const more = all.length - pairs.length;
  if (more > 0) pairs.push(moreMembers(more));
  return { shown: Object.fromEntries(pairs), masked, ...((cut || more > 0) && { cut: true }) };
}

function maskList(node: SchemaNode | undefined, list: Value[], context: Context): Masked {
  const parts = list.slice(0, MAX_SHOWN_MEMBERS).map((value, i) => {
    const below = stepInto(context, i, false);
    return mask(stepFrom(node, i).to, value, isVariable(context, value) ? { ...below, secretKeys: true } : below);
  });
  const more = list.length - parts.length;
  const shown = parts.map((part) => part.shown);
  return {
    shown: more > 0 ? [...shown, moreElements(more)] : shown,
    masked: parts.some((part) => part.masked),
    ...((more > 0 || parts.some((part) => part.cut)) && { cut: true }),
  };
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
 * Masks a value so that it can be stored and shown. A value is sensitive by the schema, the state's marks, its name or
 * its shape. In a composite value only the sensitive parts are masked. Idempotent.
 */
export function maskValue(value: Value, place: MaskPlace): Masked {
  const last = stepsAlong(place.schema, place.path).at(-1);
  return mask(last ? last.to : place.schema, value, contextOf(place));
}

/**
 * The length of the shortest prefix of the path that schema or state marks as sensitive; undefined if none is marked.
 */
export function sensitiveDepth({ schema, path, sensitivePaths }: MaskPlace): number | undefined {
  let context = rootContext(sensitivePaths);
  if (context.hidden) return 0;
  for (const [depth, { step, member }] of stepsAlong(schema, path).entries()) {
    context = stepInto(context, step, typeof step === 'string', member);
    if (context.hidden) return depth + 1;
  }
  return undefined;
}
