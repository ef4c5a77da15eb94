import type { ObjectNode } from '../../../base/schema.ts';
import type { Value } from '../../../base/value.ts';
import { fieldOf, fields } from '../../value/canonical.ts';
import { isNothing } from '../../value/empty.ts';
import { SEVERITIES, severityRank, type Severity } from '../../model/analysis.ts';
import { ACCESS_LEFT, HOLDING_RULES, NETWORK_RULES } from './access-rules.ts';
import { ACCESS_SWITCHES } from './access-switches.ts';
import { leavesOf, type Change, type Leaf, type Rule, type Weighed } from './change.ts';
import { DESTINATION_RULES } from './destinations.ts';
import { GONE_RULES, OTHERS_GONE } from './gone-rules.ts';
import { LADDER_RULES } from './ladders.ts';
import { MARK_RULES } from './marks.ts';
import { LAST_RULES, VALUE_RULES, WORD_RULES } from './other-rules.ts';
import { POLICY_RULES } from './policy-rules.ts';
import { PROTECTION_SWITCHES } from './protection-switches.ts';
import { SCALE_RULES } from './scales.ts';

export type { Change, Weighed } from './change.ts';

/** A severity with its rule, and its reason as a clause without a full stop. */
export type Weight = { severity: Severity; rule: string; why: string };

/**
 * The first rule that matches decides. Rules for worse changes come before rules for better ones, so that no change is
 * rated too low.
 */
const RULES: readonly Rule[] = [
  ...GONE_RULES,
  ...WORD_RULES,
  OTHERS_GONE,
  ...[
    ...NETWORK_RULES,
    ...POLICY_RULES,
    ...MARK_RULES,
    ...HOLDING_RULES,
    ...ACCESS_SWITCHES,
    ...PROTECTION_SWITCHES,
    ...SCALE_RULES,
    ...LADDER_RULES,
    ...DESTINATION_RULES,
    ...VALUE_RULES,
  ].toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity)),
  ...ACCESS_LEFT,
  ...LAST_RULES,
];

/** The ids of all rules. A test checks that the documentation has them all. */
export const SEVERITY_RULES: readonly string[] = [...new Set(RULES.map(({ id }) => id)), 'consequence'];

/** A weight with its rank among all rules. If two weights have the same severity, the earlier rule is worse. */
type Ranked = Weight & { rank: number };

/** Rules about texts for people match early and are the least severe. */
const BY_RANK = [...RULES.filter((rule) => !WORD_RULES.includes(rule)), ...WORD_RULES];
const rankOf = (severity: Severity, order: number) => severityRank(severity) * (RULES.length + 1) + order;

function firstOf(ask: (rule: Rule) => string | undefined): Ranked | undefined {
  for (const rule of RULES) {
    const why = ask(rule);
    if (why === undefined) continue;
    const { severity, id } = rule;
    return { severity, rule: id, why, rank: rankOf(severity, BY_RANK.indexOf(rule)) };
  }
  return undefined;
}

const weighLeaf = (leaf: Leaf, weighed: Weighed) => firstOf((rule) => rule.leaf?.(leaf, weighed));

/** The rank of a difference in one attribute of a resource of this type. Smaller is worse. */
export function rankAt(leaf: Leaf, type: string): number {
  const weighed = { type, kind: 'changed', before: null, live: null, changes: [] } as const;
  return weighLeaf(leaf, weighed)?.rank ?? SETTING.rank;
}

const SETTING: Ranked = {
  severity: 'medium',
  rule: 'setting',
  why: 'a setting changed',
  rank: rankOf('medium', RULES.length),
};
const isPlain = ({ rule }: Weight): boolean => rule === SETTING.rule;

/** The weight of a difference as a whole; if no rule applies to it, the weights of the attributes in it. */
function weighChange(change: Change, weighed: Weighed): Ranked[] {
  const whole = firstOf((rule) => rule.change?.(change, weighed));
  if (whole) return [whole];
  const weights = leavesOf(change, weighed.type, weighed.before).map((leaf) => ({
    leaf,
    weight: weighLeaf(leaf, weighed),
  }));
  // An empty block without a rule is ignored next to known attributes: such a block replaces another one.
  const isKnown = weights.some(({ weight }) => weight && !isPlain(weight));
  return weights.flatMap(({ leaf, weight }) =>
    weight && !(isKnown && leaf.isBlock && isPlain(weight)) ? [weight] : [],
  );
}

/**
 * Weighs a finding: the worst of its differences decides. Direction counts: tightening is less severe than loosening.
 * The reason contains no sensitive value.
 */
export function weigh(weighed: Weighed): Weight {
  const gone = firstOf((rule) => rule.finding?.(weighed));
  const weights = gone ? [gone] : weighed.changes.flatMap((change) => weighChange(change, weighed));
  const { rank: _rank, ...worst } = weights.toSorted((a, b) => a.rank - b.rank)[0] ?? SETTING;
  return worst;
}

/** Rules about changes. They do not apply to an object that is compared with nothing. */
const ABOUT_MOVES =
  /-(?:changed|tightened|narrowed|gone)$|^(?:setting|words|everything-denied|availability|data-loss-risk)$/;

/**
 * Rules about additional permissions. An object of its own exists to grant something, so only full access or access for
 * everybody counts against it.
 */
const ABOUT_GRANTS = /-widened$/;

/** Words by which a rule's sentence speaks of a change, at the places where rules write them. */
const OF_CHANGES: readonly (readonly [RegExp, string])[] = [
  [/ now(?=$|[:;]|, and \d+ more$| \([^()]*\)$)/, ''],
  [/^(it|its policy) also /, '$1 '],
  [/, too$/, ''],
  [/ (is|are) no longer /, ' $1 not '],
];

/** A rule's sentence about an object that is compared with nothing: `port 22 (tcp) is open to 0.0.0.0/0`. */
const withoutChange = (why: string): string =>
  OF_CHANGES.reduce((text, [pattern, by]) => text.replace(pattern, by), why);

/**
 * Weighs an object by itself with the same rules, as if it had been compared with nothing: by the access that it opens
 * or grants, and the protection that it lacks. Undefined if no rule applies.
 * @param isAdded true if it adds to another object a setting that is not configured there
 */
export function weighAlone(type: string, schema: ObjectNode, live: Value, isAdded: boolean): Weight | undefined {
  const changes = Object.keys(schema.members).flatMap((name): Change[] => {
    const value = fieldOf(fields(live), name);
    return isNothing(value) ? [] : [{ schema, path: [name], before: null, live: value, sensitive: false }];
  });
  const weighed: Weighed = { type, kind: 'changed', before: null, live, changes };
  const weights = changes
    .flatMap((change) => weighChange(change, weighed))
    .filter(({ rule }) => !ABOUT_MOVES.test(rule) && (isAdded || !ABOUT_GRANTS.test(rule)));
  const worst = weights.toSorted((a, b) => a.rank - b.rank)[0];
  return worst && { severity: worst.severity, rule: worst.rule, why: withoutChange(worst.why) };
}

/** A side effect is always low, because its cause has the severity. */
export function weighSideEffect(causes: readonly string[]): Weight {
  const [first = 'another finding', ...more] = causes;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return { severity: 'low', rule: 'consequence', why: `side effect of ${first}${others}` };
}

/** The worst severity; `none` for an empty list. */
export function worstSeverity(severities: readonly Severity[]): Severity {
  return SEVERITIES.find((severity) => severities.includes(severity)) ?? 'none';
}
