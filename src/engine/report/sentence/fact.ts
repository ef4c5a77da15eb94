import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json } from '../../../base/json.ts';
import type { AttributeAction, AttributeDrift } from '../../model/analysis.ts';
import { MASK } from '../../mask/mask.ts';
import { structureOf } from '../../value/difference.ts';
import { isTruncated } from '../../value/truncate.ts';

/** A difference, with the names of the attributes that lead to it. */
export type Fact = {
  /** Names of attributes without positions and keys: `rule.expiration.days`. */
  name: string;
  /** The last map key on the path: `owner` of `tags["owner"]`. */
  key?: string;
  before: Json;
  after: Json;
  action: AttributeAction;
  /** True if the values must not be shown. */
  masked: boolean;
  /** A value was truncated, and the difference may be in the omitted part. */
  cut: boolean;
  /** A value was truncated, or contains a masked part. */
  partial: boolean;
};

const STEP = /\[(\d+|"(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g;

function keyOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

const holdsMask = (value: Json) => JSON.stringify(value).includes(MASK);
const isMask = (...sides: Json[]) => sides.includes(MASK);

/** Converts an attribute of a finding to a fact. */
export function factOf({ path, before, after, action, sensitive }: AttributeDrift): Fact {
  const names: string[] = [];
  let key: string | undefined;
  for (const [, inBrackets, name] of path.matchAll(STEP)) {
    if (name !== undefined) names.push(name);
    else if (inBrackets?.startsWith('"')) key = keyOf(inBrackets);
  }
  const cut = isTruncated(before) || isTruncated(after);
  const holds = holdsMask(before) || holdsMask(after);
  return {
    name: names.join('.'),
    ...(key !== undefined && { key }),
    before,
    after,
    action,
    // A sensitive value without a mask must not be shown.
    masked: isMask(before, after) || (sensitive && !holds),
    cut,
    partial: cut || holds,
  };
}

/** True if the visible parts of both sides are equal: a secret inside the value has changed. */
export const isHidden = ({ before, after, masked, partial, cut }: Fact): boolean =>
  partial && !cut && !masked && isDeepStrictEqual(before, after);

/** A value as a list. Null and the empty string are an empty list. */
export function listOf(value: Json): Json[] {
  if (value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

/** Limits for searching values. Values of a finding are truncated at 8 KB, but tests may pass larger ones. */
const MAX_VALUES = 500;
const MAX_DEPTH = 8;

type Sides = { before: Json[]; after: Json[] };

function collect(leaves: Map<string, Sides>, side: keyof Sides, name: string, value: Json, depth: number): void {
  if (depth > MAX_DEPTH || leaves.size > MAX_VALUES) return;
  if (Array.isArray(value)) for (const one of value) collect(leaves, side, name, one, depth + 1);
  else if (isObject(value))
    for (const [key, one] of Object.entries(value)) collect(leaves, side, `${name}.${key}`, one, depth + 1);
  else if (value !== null && value !== '') {
    const at = leaves.get(name) ?? { before: [], after: [] };
    leaves.set(name, at);
    at[side].push(value);
  }
}

const one = (values: Json[]): Json => (values.length > 1 ? values : (values[0] ?? null));
const sorted = (values: Json[]) => JSON.stringify(values.map((value) => JSON.stringify(value)).sort());

/** The differing attributes inside one or more blocks; the fact itself if its value is no block. */
export function leavesOf(fact: Fact): Fact[] {
  const leaves = new Map<string, Sides>();
  collect(leaves, 'before', fact.name, fact.before, 0);
  collect(leaves, 'after', fact.name, fact.after, 0);
  return [...leaves]
    .filter(([, { before, after }]) => sorted(before) !== sorted(after))
    .map(([name, sides]) => {
      const [before, after] = [one(sides.before), one(sides.after)];
      return { ...fact, name, before, after, action: 'changed', masked: fact.masked || isMask(before, after) };
    });
}

/** Parses a fact whose two values are JSON documents; undefined for other facts. */
export function readDocument(fact: Fact): Fact | undefined {
  const read = (value: Json): Json | undefined => {
    if (value === null || value === '') return null;
    return typeof value === 'string' ? structureOf(value) : undefined;
  };
  const [before, after] = [read(fact.before), read(fact.after)];
  return before === undefined || after === undefined ? undefined : { ...fact, before, after };
}
