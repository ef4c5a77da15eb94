type Names = string | readonly string[];

/** What is said of an attribute: which one (names without positions and keys), and what people call it. */
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

/** What one thing in a list is called, and what it is called to come and to go. */
export type Items = { one: string; many: string; came?: string; went?: string };

const names = (at: Names): readonly string[] => (typeof at === 'string' ? [at] : at);
const plural = (one: string) =>
  one.endsWith('y') ? `${one.slice(0, -1)}ies` : one.endsWith('s') ? `${one}es` : `${one}s`;

/** A switch: `what` was switched on or off, or what it was done to by two other verbs, or two sentences of their own. */
export const flag = (
  at: Names,
  what: string,
  says?: readonly [on: string, off: string] | { on: string; off: string },
): Phrase => {
  const sentences =
    says && 'on' in says ? says : says && { on: `${what} was ${says[0]}`, off: `${what} was ${says[1]}` };
  return { kind: 'flag', at: names(at), what, ...sentences };
};

/** A number, with its unit; `named` are numbers that stand for a word, and what nothing (``) stands for. */
export const amount = (at: Names, what: string, unit?: string, named?: Record<string, string>): Phrase => ({
  kind: 'amount',
  at: names(at),
  what,
  ...(unit !== undefined && { unit }),
  ...(named && { named }),
});

/** A value that is shown. Where it has several names, one's being emptied and another's being filled is one change. */
export const value = (at: Names, what: string): Phrase => ({ kind: 'value', at: names(at), what });

/** A list or set: added and removed elements are named. */
export const items = (at: Names, one: string, more: Partial<Items> = {}): Phrase => ({
  kind: 'items',
  at: names(at),
  one,
  many: plural(one),
  ...more,
});

/** A map: the keys that differ are named. */
export const entries = (at: Names, one: string): Phrase => ({
  kind: 'entries',
  at: names(at),
  one,
  many: plural(one),
});

/** Blocks, of which is told which came, went or changed: `by` are the attributes, one of which names a block. */
export const blocks = (at: Names, one: string, by: readonly string[], many = plural(one)): Phrase => ({
  kind: 'blocks',
  at: names(at),
  one,
  many,
  by,
});

/**
 * One of a few words, each with a sentence of its own for when it is the live one. `a>b` is one for when `a` became `b`, and goes
 * first; nothing is `-`, of which a default may have been in force: only `->b` says what became of it.
 */
export const cases = (at: Names, what: string, says: Readonly<Record<string, string>>): Phrase => ({
  kind: 'cases',
  at: names(at),
  what,
  says,
});

/** Documents, scripts, blocks and secrets: the sentence says that they changed, without their contents. */
export const opaque = (at: Names, what: string): Phrase => ({ kind: 'opaque', at: names(at), what });

/** A document of IAM; one for those inside a network alone makes nothing public. */
export const policy = (at: Names, what: string, inside = false): Phrase => ({
  kind: 'policy',
  at: names(at),
  what,
  ...(inside && { inside }),
});

/** A block with one of several blocks in it: `allow` or `block`. */
export const choice = (at: Names, what: string): Phrase => ({ kind: 'choice', at: names(at), what });

/** Rules that let traffic in, or out; of a type that has both, which one a rule is may be unknown. */
export const network = (at: Names, out: boolean | undefined): Phrase => ({ kind: 'network', at: names(at), out });

/** Ranges of addresses of which it is not known whether they are let in or kept out. */
export const ranges = (at: Names, one: string): Phrase => ({ kind: 'ranges', at: names(at), one, many: plural(one) });

/** Ranges of addresses that may reach `what`. */
export const sources = (at: Names, what: string): Phrase => ({ kind: 'sources', at: names(at), what });
