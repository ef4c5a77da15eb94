import type { Value } from '../../base/value.ts';

/** A text in a body, and where it stands there: bytes or characters, as its notation counts. */
export type Leaf = { readonly text: string; readonly start: number; readonly end: number };

/** What a body says, with the places of its texts; what is no text is undefined. */
export type Spotted = { leaf: Leaf } | { list: Spotted[] } | { members: Map<string, Spotted> } | undefined;

/** What is to become of the texts under a name, whatever it sounds like: left alone, masked, or looked at without it. */
export type Naming = (name: string) => 'kept' | 'secret' | 'plain' | undefined;

/** The plain value, in which members have other names where theirs say something wrong of what they hold. */
export function plainOf(spotted: Spotted, naming: Naming): Value {
  if (spotted === undefined) return null;
  if ('leaf' in spotted) return spotted.leaf.text;
  if ('list' in spotted) return spotted.list.map((one) => plainOf(one, naming));
  // Each under a name of its own, and in their order: names like positions would come first.
  const pairs = [...spotted.members].map(([name, value], i): [string, Value] => {
    const how = naming(name);
    if (how === 'kept') return [name, null];
    const called = how === 'secret' ? `secret_${i}` : how === 'plain' ? `text_${i}` : name;
    return [/^\d+$/.test(called) ? `${called}_` : called, plainOf(value, naming)];
  });
  return Object.fromEntries(pairs);
}

/** Calls `found` for each text that `shown`, a value of the same shape, has otherwise. */
export function eachChanged(spotted: Spotted, shown: unknown, found: (leaf: Leaf, now: string) => void): void {
  if (spotted === undefined) return;
  if ('leaf' in spotted) {
    if (typeof shown === 'string' && shown !== spotted.leaf.text) found(spotted.leaf, shown);
    return;
  }
  const inner: [string, unknown][] = typeof shown === 'object' && shown !== null ? Object.entries(shown) : [];
  const members = 'list' in spotted ? spotted.list : [...spotted.members.values()];
  for (const [i, value] of members.entries()) eachChanged(value, inner[i]?.[1], found);
}
