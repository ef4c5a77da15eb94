import type { Value } from '../../base/value.ts';
import type { RuleRef, RuleSource } from '../model/analysis.ts';
import { compileGlob, matchesGlob, type Glob } from '../model/glob.ts';
import { compileValueTest, type ValueTest } from './value-test.ts';

/** The ends of the parts of a path or address: before each dot, bracket or blank outside of quoted keys. */
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

/** The ends of all enclosing prefixes of a path: of `rule` and `rule[0]` in `rule[0].days`. */
const stopsOfPath = (path: string): Set<number> => new Set(partEnds(path).map(({ at }) => at));

/**
 * The ends of all enclosing prefixes of an address, whose parts come in pairs: of `module.a` and `module.a.aws_x.b` in
 * `module.a.aws_x.b[0]`.
 */
export const stopsOfAddress = (address: string): Set<number> =>
  new Set(
    partEnds(address)
      .filter(({ part }) => part % 2 === 1)
      .map(({ at }) => at),
  );

/**
 * A rule that hides expected drift. All of its globs must match: `address` and `attribute` also match everything below
 * them (`module.legacy`, `tags`), the other globs match the whole text only.
 */
export type IgnoreRule = {
  id: string;
  /** The rule is about unmanaged objects (`unmanaged.ts`), and hides no drift. Absent: it is about drift. */
  kind?: 'unmanaged';
  /** The name or the id of an unmanaged object, and a tag of it, as `key=value` or its key alone. */
  name?: string;
  tag?: string;
  address?: string;
  type?: string;
  /** The attributes to ignore. If absent, the whole instance is ignored. */
  attribute?: string;
  /** Tests of the values in state and cloud; only with `attribute`. Sensitive values are never tested. */
  before?: ValueTest;
  after?: ValueTest;
  /** The key of the state object. */
  state?: string;
  region?: string;
  /** The account's id. */
  account?: string;
  /** The provider's source: `registry.terraform.io/hashicorp/aws`. */
  provider?: string;
  reason: string;
  /** RFC 3339; the rule has no effect afterwards. */
  expires_at?: string;
};

export type SourcedRule = IgnoreRule & { source: RuleSource };

/** The properties of an instance that rules select by. */
export type IgnoreSubject = {
  address: string;
  type: string;
  state: string;
  region: string | undefined;
  account: string | undefined;
  provider: string | undefined;
};

/** A difference of an instance, for rules with `attribute`. */
export type IgnoreDifference = {
  path: string;
  before: Value;
  live: Value;
  /**
   * True if a value contains secrets. Rules with value tests skip such a difference, because a match would reveal the
   * value.
   */
  masked: () => boolean;
};

/** Compiled rules. */
export type Ignores = {
  /** The first rule that hides the whole instance, if any. */
  whole(subject: IgnoreSubject): SourcedRule | undefined;
  /**
   * Returns a function that finds the first rule that hides a difference of this instance; undefined if no rule
   * applies.
   */
  attributes(subject: IgnoreSubject): ((difference: IgnoreDifference) => SourcedRule | undefined) | undefined;
};

/** True for a rule that is about drift. */
export const isDriftRule = ({ kind }: Pick<IgnoreRule, 'kind'>): boolean => kind === undefined;

export const SELECTORS = [
  'address',
  'type',
  'attribute',
  'state',
  'region',
  'account',
  'provider',
  'name',
  'tag',
] as const;

export type CompiledRule = {
  rule: SourcedRule;
  globs: Partial<Record<(typeof SELECTORS)[number], Glob>>;
  asksValues: boolean;
  accepts: (difference: Pick<IgnoreDifference, 'before' | 'live'>) => boolean;
};

export function compileRule(rule: SourcedRule): CompiledRule {
  const named = SELECTORS.flatMap((name) => (rule[name] === undefined ? [] : [[name, compileGlob(rule[name])]]));
  const [before, after] = [compileValueTest(rule.before), compileValueTest(rule.after)];
  return {
    rule,
    globs: Object.fromEntries(named) as CompiledRule['globs'],
    asksValues: rule.before !== undefined || rule.after !== undefined,
    accepts: (difference) => before(difference.before) && after(difference.live),
  };
}

/** True if a rule selects an instance, without regard to attributes. `stops` are the ends of the address's prefixes. */
export function selects({ globs }: CompiledRule, subject: IgnoreSubject, stops: ReadonlySet<number>): boolean {
  const { address, type, state, region, account, provider } = globs;
  const fits = (glob: Glob | undefined, text: string | undefined) =>
    !glob || (text !== undefined && matchesGlob(glob, text));
  return (
    fits(type, subject.type) &&
    fits(state, subject.state) &&
    fits(region, subject.region) &&
    fits(account, subject.account) &&
    fits(provider, subject.provider) &&
    (!address || matchesGlob(address, subject.address, stops))
  );
}

/** An unreadable date counts as expired, so that the rule does not hide drift forever. */
export const isExpired = ({ expires_at }: Pick<IgnoreRule, 'expires_at'>, now: Date): boolean =>
  expires_at !== undefined && !(Date.parse(expires_at) > now.getTime());

/** Compiles all rules that have not expired by `now`. */
export function compileIgnores(rules: readonly SourcedRule[], now: Date): Ignores {
  const compiled = rules.filter((rule) => isDriftRule(rule) && !isExpired(rule, now)).map(compileRule);
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
      return (difference) => {
        const within = stopsOfPath(difference.path);
        return own.find(
          ({ globs, asksValues, accepts }) =>
            globs.attribute &&
            matchesGlob(globs.attribute, difference.path, within) &&
            (!asksValues || (!difference.masked() && accepts(difference))),
        )?.rule;
      };
    },
  };
}

/** Rules that ignore nothing. */
export const NO_IGNORES: Ignores = { whole: () => undefined, attributes: () => undefined };

export const refOf = ({ id, source }: SourcedRule): RuleRef => ({ id, source });

/** The text for people: `legacy-queues (organization)`. */
export const refText = ({ id, source }: RuleRef): string => `${id} (${source})`;
