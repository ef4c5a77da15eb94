import { valueAt } from '../value/diff.ts';
import type { Difference, DriftResult } from '../sift/sift.ts';
import { isPresent, refTo, type InstanceRef, type Suppressed } from '../compare/observed.ts';
import { causesAmong, isDrift, isMoment, mayChange, strongest, type Cause } from './causes.ts';

/** A difference that other drift may have caused. */
export type PossibleSideEffect = { suppressed: Suppressed; difference: Difference; causes: Cause[] };

const COMPUTED = 'computed-only';

function differenceAt({ observed }: DriftResult, { path }: Suppressed): Difference {
  const { outcome } = observed;
  const before: Difference['before'] = valueAt(outcome.before, path);
  const live: Difference['live'] = valueAt(outcome.status === 'read' ? outcome.live : null, path);
  return { path, before, live, compared: { before, live } };
}

const caused = (difference: Difference, cause: InstanceRef | undefined): Difference =>
  cause === undefined ? difference : { ...difference, cause: refTo(cause) };

const keyOf = ({ resource, stateKey = '' }: InstanceRef) => JSON.stringify([stateKey, resource]);

/**
 * The possible side effects of other drift on an instance without drift of its own: attributes that repeat settings of
 * drifted children, and computed-only changes if a drifted resource is related to the instance.
 * @param drifted keys (`keyOf`) of the instances that drifted by themselves
 */
function possibleOf(
  result: DriftResult,
  drifted: ReadonlySet<string>,
  causesOf: (one: DriftResult) => Cause[],
): PossibleSideEffect[] {
  if (result.kind !== 'in_sync' || !isPresent(result.observed)) return [];
  const related = result.suppressed.some(({ stage }) => stage === COMPUTED) ? causesOf(result) : [];
  return result.suppressed.flatMap((suppressed): PossibleSideEffect[] => {
    const shown = (suppressed.children ?? []).filter((child) => drifted.has(keyOf(child)));
    if (shown.length === 0 && (suppressed.stage !== COMPUTED || related.length === 0)) return [];
    const difference = differenceAt(result, suppressed);
    const causes =
      shown.length > 0
        ? shown.map((child): Cause => ({ ...child, strength: 'shown' }))
        : isMoment(difference.live)
          ? []
          : related.filter((cause) => mayChange(cause, difference.before));
    return causes.length > 0 ? [{ suppressed, difference, causes }] : [];
  });
}

/** Finds instances with possible side effects. None of them drifted by itself, so there are no cycles. */
export function findSideEffects(
  results: readonly DriftResult[],
  driftedElsewhere: readonly InstanceRef[] = [],
): Map<DriftResult, PossibleSideEffect[]> {
  const own = results.filter(isDrift);
  const drifted = new Set([
    ...own.map(({ instance }) => keyOf({ resource: instance.address })),
    ...driftedElsewhere.map(keyOf),
  ]);
  if (drifted.size === 0) return new Map();
  const causesOf = causesAmong(own);
  const all = results.map((result) => [result, possibleOf(result, drifted, causesOf)] as const);
  return new Map(all.filter(([, possible]) => possible.length > 0));
}

/**
 * Marks a result as a side effect of its strongest cause. Its suppressed differences that have a cause become
 * differences.
 */
export function asSideEffect(result: DriftResult, possible: readonly PossibleSideEffect[]): DriftResult {
  const cause = strongest(possible.flatMap(({ causes }) => causes));
  if (!cause) return result;
  const reported = new Set(possible.map(({ suppressed }) => suppressed));
  return {
    ...result,
    kind: 'changed',
    differences: possible.map(({ difference, causes }) => caused(difference, strongest(causes))),
    suppressed: result.suppressed.filter((one) => !reported.has(one)),
    causedBy: refTo(cause),
  };
}

/**
 * Changes of a drifted instance that are not drift: computed-only attributes, and attributes that repeat settings of
 * children. At most `max`.
 */
export function companions(result: DriftResult, max: number): Difference[] {
  if (result.kind !== 'changed' || !isPresent(result.observed)) return [];
  return result.suppressed
    .filter(({ stage, children }) => stage === COMPUTED || children !== undefined)
    .slice(0, max)
    .map((one) => caused(differenceAt(result, one), one.children?.[0]));
}
