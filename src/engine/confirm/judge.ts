import type { Path, Value } from '../../base/value.ts';
import { canonical } from '../value/canonical.ts';
import { diff, membersAlong } from '../value/diff.ts';
import { isEmpty } from '../value/empty.ts';
import { emptied, type Difference } from '../compare/differences.ts';
import type { Present, Suppressed } from '../compare/observed.ts';
import { saysSomething } from './related-resources.ts';
import { touchedPaths, type TouchedPaths } from './touched.ts';
import { isComputedOnly, isOptionalComputed } from '../model/flags.ts';
import { overlapLinks } from '../overlaps/overlaps.ts';

/** What the provider would do to the live object, were it configured as the state says. */
export type Plan = { planned: Value; replaces: readonly Path[]; legacy: boolean };

export type Verdict = { differences: Difference[]; suppressed: Suppressed[] };

/** Tags have a rule of their own, since no state holds default tags; a counter of secret writes is set by nobody. */
function isBeyondPlans({ schema }: Present, path: Path): boolean {
  return path.some((step) => step === 'tags' || step === 'tags_all') || membersAlong(schema, path).some(isComputedOnly);
}

/**
 * No configuration can say "none" where the cloud may fill in: the plan keeps whatever is there, and its silence is no
 * acquittal. So it is with what was empty and may be computed, and with blocks.
 */
function isUnspeakable({ schema }: Present, { path, before, live }: Difference): boolean {
  const open = membersAlong(schema, path).some((member) => member.role === 'block' || isOptionalComputed(member));
  return open && isEmpty(before) && saysSomething(live);
}

/**
 * The provider as judge: what it would not change, were it told to make the object as the state says, is no drift. A difference
 * stays where the plan touches its path, one above it or one below it.
 * @param explained whether the state explains what has appeared, where the plan has no verdict
 */
export function judge(
  observed: Present,
  differences: readonly Difference[],
  plan: Plan,
  explained: (appeared: Value) => boolean,
): Verdict {
  const { schema, outcome } = observed;
  const form = (value: Value) => canonical(schema, value, plan.legacy);
  const changed = touchedPaths(diff(schema, form(outcome.live), form(plan.planned)));
  const replaced = touchedPaths(plan.replaces);
  const verdict: Verdict = { differences: [], suppressed: [] };
  for (const difference of differences) {
    const { path } = difference;
    if (difference.perhapsNone && plan.legacy) verdict.suppressed.push(emptied(path));
    else {
      const heard = isBeyondPlans(observed, path) ? {} : acquittal(observed, difference, changed, explained);
      const replaces = replaced.touches(path);
      if ('stage' in heard) verdict.suppressed.push({ path, ...heard });
      else verdict.differences.push({ ...difference, ...(replaces && { replaces }), ...heard });
    }
  }
  return verdict;
}

/** Why a difference is none, or what is to be said of it when it stays. */
function acquittal(
  observed: Present,
  difference: Difference,
  changed: TouchedPaths,
  explained: (appeared: Value) => boolean,
): { stage: string; why: string } | { unspoken?: true } {
  if (changed.touches(difference.path)) return {};
  if (!isUnspeakable(observed, difference))
    return { stage: 'judge', why: 'the provider itself would change nothing here: both values mean the same to it' };
  // Who else manages this attribute is known, and the children that there are have been heard.
  if (overlapLinks(observed, difference.path).length > 0) return {};
  return explained(difference.live)
    ? { stage: 'neighbours', why: 'it only shows what other resources of the state manage' }
    : { unspoken: true };
}

/**
 * What a second read, from the live object, answers differently tells nothing of the cloud: clocks, and reads that depend on
 * what was known before.
 */
export function unstable({ schema, outcome }: Present, again: Value, differences: readonly Difference[]): Verdict {
  const form = (value: Value) => canonical(schema, value, true);
  const moved = diff(schema, form(outcome.live), form(again));
  const all = touchedPaths(moved);
  // A clock inside of a block says nothing of the rest of the block.
  const withoutClocks = touchedPaths(moved.filter((path) => !membersAlong(schema, path).some(isComputedOnly)));
  const isUnstable = ({ path }: Difference) => all.leadsTo(path) || withoutClocks.touches(path);
  const why = 'two reads in a row do not agree on it';
  return {
    differences: differences.filter((one) => !isUnstable(one)),
    suppressed: differences.filter(isUnstable).map(({ path }) => ({ path, stage: 'unstable', why })),
  };
}
