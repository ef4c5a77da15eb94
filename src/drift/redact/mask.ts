import { createHmac } from 'node:crypto';
import { isObject, type Json } from '../../base/json.ts';
import type { Member, SchemaNode } from '../../base/schema.ts';
import { UNKNOWN, type Path, type Step, type Value } from '../../base/value.ts';
import { membersAlong } from '../compare/diff.ts';
import { stable } from '../compare/stable.ts';
import { isEnvironmentName, isSecretName } from './names.ts';
import { hasSecretShape, MASK, maskText } from './shapes.ts';

/** Masks values and makes fingerprints of them; one per organization, because of its key. */
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

type Place = { schema: SchemaNode; path: Path; sensitivePaths: readonly Path[] };

const sameStep = (a: Step, b: Step) => a === '*' || b === '*' || String(a) === String(b);
/** Whether `inner` is `outer` or lies below it. */
const covers = (outer: Path, inner: Path) =>
  outer.length <= inner.length && outer.every((step, i) => sameStep(step, inner[i] ?? '*'));

const flagged = (member: Member) => member.role === 'attribute' && (member.sensitive || member.writeOnly);

/** Whether everything at `path` is sensitive: by the schema, by the state's own marks, or by its name. */
function isSensitivePlace({ schema, path, sensitivePaths }: Place): boolean {
  if (membersAlong(schema, path).some(flagged)) return true;
  if (sensitivePaths.some((marked) => covers(marked, path))) return true;
  return path.slice(0, -1).some((step) => typeof step === 'string' && isEnvironmentName(step));
}

function maskString(value: string, name: Step | undefined): Masked {
  const named = typeof name === 'string' && isSecretName(name);
  if (value !== '' && (named || value === MASK)) return { shown: MASK, masked: true };
  const document = maskDocument(value);
  if (document) return document;
  if (hasSecretShape(value)) {
    const rest = maskText(value);
    return { shown: rest === value ? MASK : rest, masked: true };
  }
  return { shown: value, masked: false };
}

/** A text that is a JSON document is masked inside, so that what is no secret in it can still be read. */
function maskDocument(text: string): Masked | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  let masked = false;
  const walk = (value: unknown, names: string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, names));
    if (isObject(value)) {
      // {"name": "DB_PASSWORD", "value": "…"}, as in container definitions
      const pairs = Object.entries(value).map(([key, inner]) => [key, walk(inner, [...names, key])]);
      return Object.fromEntries(pairs);
    }
    if (typeof value !== 'string' || value === '') return value;
    const name = names.at(-1) ?? '';
    const inEnvironment = names.slice(0, -1).some(isEnvironmentName) && name !== 'name';
    if (!inEnvironment && !isSecretName(name) && !hasSecretShape(value)) return value;
    masked ||= value !== MASK;
    return inEnvironment || isSecretName(name) ? MASK : maskString(value, undefined).shown;
  };
  const shown = walk(document, []);
  return masked ? { shown: JSON.stringify(shown), masked } : { shown: text, masked };
}

const scalar = (value: Exclude<Value, Value[] | { [key: string]: Value } | string>): Json => {
  if (typeof value === 'bigint') return value.toString();
  return value === UNKNOWN ? '(unknown)' : (value as Json);
};

/**
 * A value at a place, fit to be stored and shown. Sensitive by the schema, the state's marks, its name or its shape:
 * masked; inside a composite only what is sensitive.
 */
export function maskValue(value: Value, place: Place): Masked {
  if (value !== null && isSensitivePlace(place)) return { shown: MASK, masked: true };
  if (typeof value === 'string')
    return maskString(
      value,
      place.path.findLast((step) => typeof step === 'string' && step !== '*'),
    );
  if (typeof value !== 'object' || value === null) return { shown: scalar(value), masked: false };
  const below = (step: Step, inner: Value) => maskValue(inner, { ...place, path: [...place.path, step] });
  if (Array.isArray(value)) {
    const parts = value.map((inner, i) => below(i, inner));
    return { shown: parts.map((part) => part.shown), masked: parts.some((part) => part.masked) };
  }
  const parts = Object.entries(value).map(([key, inner]) => [key, below(key, inner)] as const);
  return {
    shown: Object.fromEntries(parts.map(([key, part]) => [key, part.shown])),
    masked: parts.some(([, part]) => part.masked),
  };
}
