import { valueAt } from '../value/diff.ts';
import type { Difference, DriftResult } from '../sift/sift.ts';
import { isPresent, type InstanceRef, type Suppressed } from '../compare/observed.ts';
import { causesAmong, isDrift, isMoment, mayMove, strongest, type Cause } from './causes.ts';

/** A difference that may follow from drift elsewhere. */
export type PossibleSideEffect = { suppressed: Suppressed; difference: Difference; causes: Cause[] };

const COMPUTED = 'computed-only';

function differenceAt({ observed }: DriftResult, { path }: Suppressed): Difference {
  const { outcome } = observed;
  const before: Difference['before'] = valueAt(outcome.before, path);
  const live: Difference['live'] = valueAt(outcome.status === 'read' ? outcome.live : null, path);
  return { path, before, live, compared: { before, live } };
}

const caused = (difference: Difference, cause: InstanceRef | undefined): Difference =>
  cause === undefined
    ? difference
    : {
        ...difference,
        cause: { resource: cause.resource, ...(cause.stateKey !== undefined && { stateKey: cause.stateKey }) },
      };

const keyOf = ({ resource, stateKey = '' }: InstanceRef) => JSON.stringify([stateKey, resource]);

/**
 * What of an instance without drift of its own may follow from drift elsewhere: a mirror of children that drifted, and what the
 * cloud alone sets, where something that drifted has to do with this instance.
 * @param drifted by `keyOf`: the instances that drifted by themselves
 */
function suspectedOf(
  result: DriftResult,
  drifted: ReadonlySet<string>,
  causesOf: (one: DriftResult) => Cause[],
): PossibleSideEffect[] {
  if (result.kind !== 'in_sync' || !isPresent(result.observed)) return [];
  const moved = result.suppressed.some(({ stage }) => stage === COMPUTED) ? causesOf(result) : [];
  return result.suppressed.flatMap((suppressed): PossibleSideEffect[] => {
    const shown = (suppressed.children ?? []).filter((child) => drifted.has(keyOf(child)));
    if (shown.length === 0 && (suppressed.stage !== COMPUTED || moved.length === 0)) return [];
    const difference = differenceAt(result, suppressed);
    const causes =
      shown.length > 0
        ? shown.map((child): Cause => ({ ...child, strength: 'shown' }))
        : isMoment(difference.live)
          ? []
          : moved.filter((cause) => mayMove(cause, difference.before));
    return causes.length > 0 ? [{ suppressed, difference, causes }] : [];
  });
}

/** Instances of results that may follow from others of them, with what of each. None of them drifted itself, so nothing follows in circles. */
export function findSideEffects(
  results: readonly DriftResult[],
  elsewhere: readonly InstanceRef[] = [],
): Map<DriftResult, PossibleSideEffect[]> {
  const own = results.filter(isDrift);
  const drifted = new Set([
    ...own.map(({ instance }) => keyOf({ resource: instance.address })),
    ...elsewhere.map(keyOf),
  ]);
  if (drifted.size === 0) return new Map();
  const causesOf = causesAmong(own);
  const found = results.map((result) => [result, suspectedOf(result, drifted, causesOf)] as const);
  return new Map(found.filter(([, suspected]) => suspected.length > 0));
}

/** A result as one that follows from others: what was taken out of it is told under the strongest cause. */
export function asSideEffect(result: DriftResult, suspected: readonly PossibleSideEffect[]): DriftResult {
  const cause = strongest(suspected.flatMap(({ causes }) => causes));
  if (!cause) return result;
  const told = new Set(suspected.map(({ suppressed }) => suppressed));
  const { resource, stateKey } = cause;
  return {
    ...result,
    kind: 'changed',
    differences: suspected.map(({ difference, causes }) => caused(difference, strongest(causes))),
    suppressed: result.suppressed.filter((one) => !told.has(one)),
    causedBy: { resource, ...(stateKey !== undefined && { stateKey }) },
  };
}

/** What moved beside the drift of the same instance and is none itself, for information: what the cloud alone sets, mirrors of children; the first `most`. */
export function companions(result: DriftResult, most: number): Difference[] {
  if (result.kind !== 'changed' || !isPresent(result.observed)) return [];
  return result.suppressed
    .filter(({ stage, children }) => stage === COMPUTED || children !== undefined)
    .slice(0, most)
    .map((one) => caused(differenceAt(result, one), one.children?.[0]));
}
