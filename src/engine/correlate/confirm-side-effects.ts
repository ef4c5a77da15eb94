import type { DriftResult } from '../sift/sift.ts';
import { isPresent } from '../compare/observed.ts';
import { asSideEffect, findSideEffects, type PossibleSideEffect } from './side-effects.ts';
import { suppressUnstable } from '../confirm/plan-check.ts';
import type { ConfirmContext } from '../confirm/confirm.ts';

const isShown = ({ causes }: PossibleSideEffect): boolean => causes.some(({ strength }) => strength === 'shown');

/**
 * Marks the results that are side effects of other drift in the state. A computed-only change counts only if a second
 * read confirms it.
 */
export async function confirmSideEffects(
  results: readonly DriftResult[],
  { objects, inSessions, signal }: Omit<ConfirmContext, 'instances'>,
): Promise<DriftResult[]> {
  const possible = findSideEffects(results);
  const stable = new Map([...possible].map(([result, effects]) => [result.instance, effects.filter(isShown)]));
  const unconfirmed = new Map(
    [...possible]
      .filter(([, effects]) => !effects.every(isShown))
      .map(([result, effects]) => [result.instance, { result, effects }]),
  );
  await inSessions(
    [...unconfirmed.keys()],
    async (session, instance) => {
      const [object, one] = [objects.get(instance), unconfirmed.get(instance)];
      if (!object || !one || !isPresent(one.result.observed)) return;
      const again = await session.readAgain(object, signal);
      if (again === undefined || again === null) return;
      const { differences } = suppressUnstable(
        one.result.observed,
        again,
        one.effects.map(({ difference }) => difference),
      );
      const kept = new Set(differences);
      stable.set(
        instance,
        one.effects.filter((each) => isShown(each) || kept.has(each.difference)),
      );
    },
    () => undefined,
  );
  return results.map((result) => asSideEffect(result, stable.get(result.instance) ?? []));
}
