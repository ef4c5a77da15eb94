import { compileGlob, matchesGlob, type Glob } from './glob.ts';

/**
 * What an organization does not want to hear about, and why. Globs, all of which have to match: `address` and `attribute`
 * hold for what lies below them too (`module.legacy`, `tags`), the others for the whole text.
 */
export type IgnoreRule = {
  id: string;
  address?: string;
  type?: string;
  /** Only these attributes; without it, the whole instance. */
  attribute?: string;
  /** The key of the state object. */
  state?: string;
  region?: string;
  reason: string;
  /** RFC 3339; afterwards the rule does nothing. */
  expires_at?: string;
};

/** One instance, as rules see it. */
export type IgnoreSubject = { address: string; type: string; state: string; region: string | undefined };

/** Rules that are ready to be asked. */
export type Ignores = {
  /** The first rule that takes the whole instance out, if any. */
  whole(subject: IgnoreSubject): IgnoreRule | undefined;
  /** Finds, for one instance, the first rule that takes a place in it out; undefined where no rule takes any. */
  attributes(subject: IgnoreSubject): ((path: string) => IgnoreRule | undefined) | undefined;
};

const SELECTORS = ['address', 'type', 'attribute', 'state', 'region'] as const;

type Compiled = { rule: IgnoreRule; globs: Partial<Record<(typeof SELECTORS)[number], Glob>> };

function compile(rule: IgnoreRule): Compiled {
  const named = SELECTORS.flatMap((name) => (rule[name] === undefined ? [] : [[name, compileGlob(rule[name])]]));
  return { rule, globs: Object.fromEntries(named) as Compiled['globs'] };
}

/** Where a part of a path or address ends: before a dot, a bracket or a blank that is not inside a quoted key. */
function partEnds(text: string): { at: number; part: number }[] {
  const ends: { at: number; part: number }[] = [];
  let quoted = false;
  let part = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (quoted && character === '\\') i += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '.' || character === '[' || character === ' ')) {
      ends.push({ at: i, part });
      if (character === '.') part += 1;
    }
  }
  return ends;
}

/** Where a place ends that this one lies in: `rule` and `rule[0]` of `rule[0].days`. */
const stopsOfPath = (path: string) => new Set(partEnds(path).map(({ at }) => at));

/** The same of an address, whose parts come in pairs: `module.a` and `module.a.aws_x.b` of `module.a.aws_x.b[0]`. */
const stopsOfAddress = (address: string) =>
  new Set(
    partEnds(address)
      .filter(({ part }) => part % 2 === 1)
      .map(({ at }) => at),
  );

function selects({ globs }: Compiled, subject: IgnoreSubject, stops: ReadonlySet<number>): boolean {
  const { address, type, state, region } = globs;
  return (
    (!type || matchesGlob(type, subject.type)) &&
    (!state || matchesGlob(state, subject.state)) &&
    (!region || (subject.region !== undefined && matchesGlob(region, subject.region))) &&
    (!address || matchesGlob(address, subject.address, stops))
  );
}

/** Makes rules ready for many instances. Those that have expired by `now` do nothing. */
export function compileIgnores(rules: readonly IgnoreRule[], now: Date): Ignores {
  const current = rules.filter(({ expires_at }) => expires_at === undefined || Date.parse(expires_at) > now.getTime());
  const compiled = current.map(compile);
  const wholes = compiled.filter(({ globs }) => !globs.attribute);
  const partials = compiled.filter(({ globs }) => globs.attribute);
  return {
    whole(subject) {
      if (wholes.length === 0) return undefined;
      const stops = stopsOfAddress(subject.address);
      return wholes.find((one) => selects(one, subject, stops))?.rule;
    },
    attributes(subject) {
      if (partials.length === 0) return undefined;
      const stops = stopsOfAddress(subject.address);
      const own = partials.filter((one) => selects(one, subject, stops));
      if (own.length === 0) return undefined;
      return (path) => {
        const within = stopsOfPath(path);
        return own.find(({ globs }) => globs.attribute && matchesGlob(globs.attribute, path, within))?.rule;
      };
    },
  };
}

/** Rules that ignore nothing. */
export const NO_IGNORES: Ignores = { whole: () => undefined, attributes: () => undefined };

/**
 * Why a rule cannot be taken, or undefined: it has to say what it is about, and to leave something. A selector without a
 * letter or digit (`*`, `*.*`) names nothing.
 */
export function refuseRule(rule: Omit<IgnoreRule, 'id'>): string | undefined {
  const { address, type, attribute, state } = rule;
  if ([address, type, attribute, state].every((selector) => selector === undefined))
    return 'must have at least one of address, type, attribute and state';
  if (!SELECTORS.some((name) => /[\p{L}\p{N}]/u.test(rule[name] ?? '')))
    return 'would ignore everything; name something in one of address, type, attribute, state and region';
  return undefined;
}
