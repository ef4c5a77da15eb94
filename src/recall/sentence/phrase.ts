type Names = string | readonly string[];

/** What is said of an attribute: which one (names without positions and keys), and what people call it. */
export type Phrase = { at: readonly string[] } & (
  | { kind: 'flag'; what: string; on?: string; off?: string }
  | { kind: 'amount'; what: string; unit?: string; endless?: string }
  | { kind: 'value'; what: string }
  | { kind: 'items'; one: string; many: string }
  | { kind: 'cases'; what: string; says: Readonly<Record<string, string>> }
  | { kind: 'opaque'; what: string }
  | { kind: 'policy'; what: string }
  | { kind: 'network'; out: boolean }
);

/** A resource type: what people call it, what comes of its being gone, and what is said of its attributes. */
export type Subject = {
  type: string;
  noun: string;
  /** What was done to it: `was deleted` where it is not given. */
  gone?: string;
  /** What comes of it: a clause that goes on after `so that`. */
  so?: string;
  phrases: readonly Phrase[];
};

const names = (at: Names): readonly string[] => (typeof at === 'string' ? [at] : at);

/** A switch: `what` was switched on or off, or the sentences that are given. */
export const flag = (at: Names, what: string, says: { on?: string; off?: string } = {}): Phrase => ({
  kind: 'flag',
  at: names(at),
  what,
  ...says,
});

/** A number, with its unit; `endless` is what nothing, or 0, stands for. */
export const amount = (at: Names, what: string, unit?: string, endless?: string): Phrase => ({
  kind: 'amount',
  at: names(at),
  what,
  ...(unit !== undefined && { unit }),
  ...(endless !== undefined && { endless }),
});

/** A value that is told. */
export const value = (at: Names, what: string): Phrase => ({ kind: 'value', at: names(at), what });

/** A list or set of values, of which is told what came and what went. */
export const items = (at: Names, one: string, many = `${one}s`): Phrase => ({
  kind: 'items',
  at: names(at),
  one,
  many,
});

/** One of a few words, each with a sentence of its own for when it is the live one; `-` is nothing. */
export const cases = (at: Names, what: string, says: Readonly<Record<string, string>>): Phrase => ({
  kind: 'cases',
  at: names(at),
  what,
  says,
});

/** Documents, scripts, blocks and secrets: that they changed is told, not what they say. */
export const opaque = (at: Names, what: string): Phrase => ({ kind: 'opaque', at: names(at), what });

/** A document of IAM. */
export const policy = (at: Names, what: string): Phrase => ({ kind: 'policy', at: names(at), what });

/** Rules that let traffic in, or out. */
export const network = (at: Names, out = false): Phrase => ({ kind: 'network', at: names(at), out });
