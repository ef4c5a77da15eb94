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

/**
 * Indexes paths by their steps. Comparing each path with each other one takes minutes if a map of 200,000 keys differs
 * in all of them.
 */
export function touchedPaths(paths: readonly Path[]) {
  const root: Node = { isEnd: false, next: new Map() };
  for (const path of paths) {
    let node = root;
    for (const step of path) node = getOrInsert(node.next, step, () => ({ isEnd: false, next: new Map() }));
    node.isEnd = true;
  }

  /** The position of a path: at or below an indexed path, above one, or beside all of them. */
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
    /** True if an indexed path is equal to this path, above it or below it. */
    touches: (path: Path): boolean => placeOf(path) !== 'beside',
    /** True if an indexed path is equal to this path or above it. */
    leadsTo: (path: Path): boolean => placeOf(path) === 'within',
  };
}

/** The provider's plan for the live object, with the configuration that the state implies. */
export type Plan = { planned: Value; replaces: readonly Path[]; legacy: boolean };

export type PlanVerdict = { differences: Difference[]; suppressed: Suppressed[] };

/**
 * Attributes that no plan can confirm: no state holds default tags, so tags have a stage of their own; nobody
 * configures a computed-only counter of secret writes.
 */
function isOutsidePlans({ schema }: Present, path: Path): boolean {
  return path.some((step) => step === 'tags' || step === 'tags_all') || membersAlong(schema, path).some(isComputedOnly);
}

/**
 * True if a plan without a change proves nothing: no configuration can remove a value that the cloud may fill in, so
 * the plan keeps it. That holds for blocks and for optional computed attributes that were empty.
 */
function isInconclusive({ schema }: Present, { path, before, live }: Difference): boolean {
  const open = membersAlong(schema, path).some((member) => member.role === 'block' || isOptionalComputed(member));
  return open && isEmpty(before) && hasContent(live);
}

/**
 * Confirms differences by the provider's plan: a difference that the plan would not revert is no drift. A difference
 * stays if the plan changes its path, or a path above or below it.
 * @param explained tells whether the state explains a new value; called where the plan is inconclusive
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

/** The stage and reason if the plan suppresses a difference. `unspoken` if the plan is inconclusive. */
function planOutcome(
  observed: Present,
  difference: Difference,
  changed: TouchedPaths,
  explained: (appeared: Value) => boolean,
): { stage: string; why: string } | { unspoken?: true } {
  if (changed.touches(difference.path)) return {};
  if (!isInconclusive(observed, difference))
    return { stage: 'plan-check', why: 'the provider plans no change: both values mean the same to it' };
  // An earlier stage has compared the attribute with the resources that also manage it.
  if (overlapLinks(observed, difference.path).length > 0) return {};
  return explained(difference.live)
    ? { stage: 'related-resources', why: 'it only shows values that other resources of the state manage' }
    : { unspoken: true };
}

/**
 * Suppresses differences that a second read, starting from the live object, does not confirm: clocks, and reads that
 * depend on prior values.
 */
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
