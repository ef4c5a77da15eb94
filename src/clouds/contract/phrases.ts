type Names = string | readonly string[];

/** A phrase about an attribute: its path (without positions and keys), and its name for people. */
export type Phrase = { at: readonly string[] } & (
  | { kind: 'flag'; what: string; on?: string; off?: string }
  | { kind: 'amount'; what: string; unit?: string; named?: Readonly<Record<string, string>> }
  | { kind: 'value'; what: string }
  | ({ kind: 'items' } & Items)
  | { kind: 'entries'; one: string; many: string }
  | { kind: 'blocks'; one: string; many: string; by: readonly string[] }
  | { kind: 'cases'; what: string; says: Readonly<Record<string, string>> }
  | { kind: 'opaque'; what: string }
  | { kind: 'policy'; what: string; inside?: boolean }
  | { kind: 'choice'; what: string }
  | { kind: 'network'; out: boolean | undefined }
  | { kind: 'sources'; what: string }
  | { kind: 'ranges'; one: string; many: string }
);

/** The name of an element for people, and the verbs for its addition and removal. */
export type Items = { one: string; many: string; came?: string; went?: string };

const names = (at: Names): readonly string[] => (typeof at === 'string' ? [at] : at);
const plural = (one: string) =>
  one.endsWith('y') ? `${one.slice(0, -1)}ies` : one.endsWith('s') ? `${one}es` : `${one}s`;

/** A switch: the sentence says that `what` was switched on or off, or uses two other verbs, or two whole sentences. */
export const flag = (
  at: Names,
  what: string,
  says?: readonly [on: string, off: string] | { on: string; off: string },
): Phrase => {
  const sentences =
    says && 'on' in says ? says : says && { on: `${what} was ${says[0]}`, off: `${what} was ${says[1]}` };
  return { kind: 'flag', at: names(at), what, ...sentences };
};

/** A number, with its unit. `named`: words for special numbers, and for an empty value (``). */
export const amount = (at: Names, what: string, unit?: string, named?: Record<string, string>): Phrase => ({
  kind: 'amount',
  at: names(at),
  what,
  ...(unit !== undefined && { unit }),
  ...(named && { named }),
});

/** A value that is shown. With several attributes, emptying one and filling another is one change. */
export const value = (at: Names, what: string): Phrase => ({ kind: 'value', at: names(at), what });

/** A list or set: the sentence names added and removed elements. */
export const items = (at: Names, one: string, more: Partial<Items> = {}): Phrase => ({
  kind: 'items',
  at: names(at),
  one,
  many: plural(one),
  ...more,
});

/** A map: the sentence names the keys that differ. */
export const entries = (at: Names, one: string): Phrase => ({
  kind: 'entries',
  at: names(at),
  one,
  many: plural(one),
});

/** Blocks: the sentence names added, removed and changed ones. `by`: attributes, one of which identifies a block. */
export const blocks = (at: Names, one: string, by: readonly string[], many = plural(one)): Phrase => ({
  kind: 'blocks',
  at: names(at),
  one,
  many,
  by,
});

/**
 * An enumeration with a sentence for each live value. A key `a>b` is the sentence for a change from `a` to `b`, and
 * comes first. `-` is the absent value, in whose place a default may have been in force: only `->b` describes a change
 * from it.
 */
export const cases = (at: Names, what: string, says: Readonly<Record<string, string>>): Phrase => ({
  kind: 'cases',
  at: names(at),
  what,
  says,
});

/** Documents, scripts, blocks and secrets: the sentence says that they changed, without their contents. */
export const opaque = (at: Names, what: string): Phrase => ({ kind: 'opaque', at: names(at), what });

/** An IAM policy document. `inside`: it applies inside a network only, so it makes nothing public. */
export const policy = (at: Names, what: string, inside = false): Phrase => ({
  kind: 'policy',
  at: names(at),
  what,
  ...(inside && { inside }),
});

/** A block that contains one of several blocks: `allow` or `block`. */
export const choice = (at: Names, what: string): Phrase => ({ kind: 'choice', at: names(at), what });

/** Network rules, inbound or outbound (`out`); undefined where a rule's direction may be unknown. */
export const network = (at: Names, out: boolean | undefined): Phrase => ({ kind: 'network', at: names(at), out });

/** Address ranges, where it is unknown whether they are allowed or denied. */
export const ranges = (at: Names, one: string): Phrase => ({ kind: 'ranges', at: names(at), one, many: plural(one) });

/** Address ranges that may reach `what`. */
export const sources = (at: Names, what: string): Phrase => ({ kind: 'sources', at: names(at), what });
