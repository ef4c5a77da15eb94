import type { Value } from '../../../../base/value.ts';

/** A text in a body and its position, in bytes (CBOR) or characters. */
export type Leaf = { readonly text: string; readonly start: number; readonly end: number };

/** A parsed body with the positions of its texts; values other than texts are undefined. */
export type Spotted = { leaf: Leaf } | { list: Spotted[] } | { members: Map<string, Spotted> } | undefined;

/** How texts under a name are treated: kept, masked, or checked regardless of the name. */
export type Naming = (name: string, value: Spotted) => 'kept' | 'secret' | 'plain' | undefined;

/** Fields in which people keep secrets under any name. */
export const isEnvironment = (name: string): boolean => /env|variable|secrets/i.test(name);

/** The plain value. Members whose names mislead about their content get other names. */
export function plainOf(spotted: Spotted, naming: Naming, inEnvironment = false): Value {
  if (spotted === undefined) return null;
  if ('leaf' in spotted) return readable(spotted.leaf.text);
  if ('list' in spotted) return spotted.list.map((one) => plainOf(one, naming, inEnvironment));
  const { members } = spotted;
  const pair = inEnvironment ? undefined : nameOfPair(members);
  // Each member keeps a unique name and its order: JavaScript would sort names that are numbers first.
  const pairs = [...members].map(([name, value], i): [string, Value] => {
    const how = naming(name, value);
    if (how === 'kept') return [name, null];
    const called = how === 'secret' ? `secret_${i}` : how === 'plain' ? `text_${i}` : (pair?.(name, i) ?? name);
    return [/^\d+$/.test(called) ? `${called}_` : called, plainOf(value, naming, inEnvironment || isEnvironment(name))];
  });
  return Object.fromEntries(pairs);
}

/** Names the members of a `{Key, Value}` pair: the value is named by its key. Undefined for other structures. */
function nameOfPair(
  members: ReadonlyMap<string, Spotted>,
): ((name: string, i: number) => string | undefined) | undefined {
  const own = ['name', 'Name', 'key', 'Key'].find((one) => textOf(members.get(one)) !== undefined);
  if (own === undefined) return undefined;
  const text = textOf(members.get(own)) ?? '';
  return (name, i) => {
    if (name === own) return `text_${i}`;
    if (!/^value$/i.test(name)) return undefined;
    return members.has(text) ? `_${text}` : text;
  };
}

const textOf = (spotted: Spotted): string | undefined =>
  spotted !== undefined && 'leaf' in spotted ? spotted.leaf.text : undefined;

/** IAM's answers percent-encode documents. */
export const isEscaped = (text: string): boolean => /^%[57]B(?:[\w.~!*'()+-]|%[0-9a-f]{2})*$/i.test(text);

/** A text without percent-encoding. */
export function readable(text: string): string {
  if (!isEscaped(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Calls `report` for each text, with the text at the same place in `shown`, a value of the same shape. */
export function eachText(spotted: Spotted, shown: unknown, report: (leaf: Leaf, now: string) => void): void {
  if (spotted === undefined) return;
  if ('leaf' in spotted) {
    if (typeof shown === 'string') report(spotted.leaf, shown);
    return;
  }
  const inner: [string, unknown][] = typeof shown === 'object' && shown !== null ? Object.entries(shown) : [];
  const members = 'list' in spotted ? spotted.list : [...spotted.members.values()];
  for (const [i, value] of members.entries()) eachText(value, inner[i]?.[1], report);
}
