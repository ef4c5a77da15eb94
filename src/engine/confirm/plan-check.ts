import { getOrInsert } from '../../base/get-or-insert.ts';
import type { Path, Value, Step } from '../../base/value.ts';
import { canonical } from '../value/canonical.ts';
import { diff, membersAlong } from '../value/diff.ts';
import { isEmpty } from '../value/empty.ts';
import { emptied, type Difference } from '../compare/differences.ts';
import type { Present, Suppressed } from '../compare/observed.ts';
import { hasContent } from './related-resources.ts';
import { isComputedOnly, isOptionalComputed } from '../model/flags.ts';
import { overlapLinks } from '../overlaps/overlaps.ts';

type Node = { isEnd: boolean; next: Map<Step, Node> };

type TouchedPaths = ReturnType<typeof touchedPaths>;

/** Indexes paths by their steps: comparing each with each takes minutes where a map of 200,000 keys differs in all. */
export function touchedPaths(paths: readonly Path[]) {
  const root: Node = { isEnd: false, next: new Map() };
  for (const path of paths) {
    let node = root;
    for (const step of path) node = getOrInsert(node.next, step, () => ({ isEnd: false, next: new Map() }));
    node.isEnd = true;
  }

  /** Whether a path ends at or below one of these, above one, or beside all of them. */
  function placeOf(path: Path): 'within' | 'above' | 'beside' {
    let node = root;
    for (const step of path) {
      if (node.isEnd) return 'within';
      const below = node.next.get(step);
      if (!below) return 'beside';
      node = below;
    }
    if (node.isEnd) return 'within';
    return node.next.size > 0 ? 'above' : 'beside';
  }

  return {
    /** Whether one of the paths is this one, leads to it, or lies below it. */
    touches: (path: Path): boolean => placeOf(path) !== 'beside',
    /** Whether one of the paths is this one or leads to it. */
    leadsTo: (path: Path): boolean => placeOf(path) === 'within',
  };
}

/** The provider's plan for the live object under the configuration that the state implies. */
export type Plan = { planned: Value; replaces: readonly Path[]; legacy: boolean };

export type PlanVerdict = { differences: Difference[]; suppressed: Suppressed[] };

/** Tags have their own rule, since no state holds default tags; nobody sets a counter of secret writes. */
function isOutsidePlans({ schema }: Present, path: Path): boolean {
  return path.some((step) => step === 'tags' || step === 'tags_all') || membersAlong(schema, path).some(isComputedOnly);
}

/**
 * Whether a plan without a change proves nothing: no configuration can remove a value that the cloud may fill in, so the plan
 * keeps it. True for blocks and for optional computed attributes that were empty.
 */
function isInconclusive({ schema }: Present, { path, before, live }: Difference): boolean {
  const open = membersAlong(schema, path).some((member) => member.role === 'block' || isOptionalComputed(member));
  return open && isEmpty(before) && hasContent(live);
}

/**
 * Confirms differences by the provider's plan: a difference that the plan would not revert is no drift. It stays where the plan
 * touches its path, one above it or one below it.
 * @param explained whether the state explains a new value, where the plan is inconclusive
 */
export function compareWithPlan(
  observed: Present,
  differences: readonly Difference[],
  plan: Plan,
  explained: (appeared: Value) => boolean,
): PlanVerdict {
  const { schema, outcome } = observed;
  const form = (value: Value) => canonical(schema, value, plan.legacy);
  const changed = touchedPaths(diff(schema, form(outcome.live), form(plan.planned)));
  const replaced = touchedPaths(plan.replaces);
  const verdict: PlanVerdict = { differences: [], suppressed: [] };
  for (const difference of differences) {
    const { path } = difference;
    if (difference.perhapsNone && plan.legacy) verdict.suppressed.push(emptied(path));
    else {
      const outcome = isOutsidePlans(observed, path) ? {} : planOutcome(observed, difference, changed, explained);
      const replaces = replaced.touches(path);
      if ('stage' in outcome) verdict.suppressed.push({ path, ...outcome });
      else verdict.differences.push({ ...difference, ...(replaces && { replaces }), ...outcome });
    }
  }
  return verdict;
}

/** Why the plan suppresses a difference; otherwise whether the plan is inconclusive about it. */
function planOutcome(
  observed: Present,
  difference: Difference,
  changed: TouchedPaths,
  explained: (appeared: Value) => boolean,
): { stage: string; why: string } | { unspoken?: true } {
  if (changed.touches(difference.path)) return {};
  if (!isInconclusive(observed, difference))
    return { stage: 'plan-check', why: 'the provider plans no change: both values mean the same to it' };
  // The resources that also manage this attribute are known, and were compared already.
  if (overlapLinks(observed, difference.path).length > 0) return {};
  return explained(difference.live)
    ? { stage: 'related-resources', why: 'it only shows values that other resources of the state manage' }
    : { unspoken: true };
}

/** Suppresses differences on which a second read, from the live object, disagrees: clocks, and reads that depend on prior values. */
export function suppressUnstable(
  { schema, outcome }: Present,
  again: Value,
  differences: readonly Difference[],
): PlanVerdict {
  const form = (value: Value) => canonical(schema, value, true);
  const moved = diff(schema, form(outcome.live), form(again));
  const all = touchedPaths(moved);
  // A clock in a block does not make the rest of the block unstable.
  const withoutClocks = touchedPaths(moved.filter((path) => !membersAlong(schema, path).some(isComputedOnly)));
  const isUnstable = ({ path }: Difference) => all.leadsTo(path) || withoutClocks.touches(path);
  const why = 'two reads in a row do not agree on it';
  return {
    differences: differences.filter((one) => !isUnstable(one)),
    suppressed: differences.filter(isUnstable).map(({ path }) => ({ path, stage: 'unstable', why })),
  };
}
