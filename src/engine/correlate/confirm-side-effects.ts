import type { DriftResult } from '../sift/sift.ts';
import { isPresent } from '../compare/observed.ts';
import { asSideEffect, findSideEffects, type PossibleSideEffect } from './side-effects.ts';
import { unstable } from '../confirm/judge.ts';
import type { StateInstance } from '../state/parse.ts';
import type { LiveObject } from '../../provider/contract/types.ts';
import type { Sessions } from '../refresh/sessions.ts';

type Asking = {
  objects: ReadonlyMap<StateInstance, LiveObject>;
  inSessions: Sessions;
  signal: AbortSignal | undefined;
};

const isShown = ({ causes }: PossibleSideEffect): boolean => causes.some(({ strength }) => strength === 'shown');

/**
 * Tells what only follows from drift elsewhere in the state as that. What the cloud alone sets counts only when a second read
 * agrees on it; where there is none, it is left out.
 */
export async function confirmSideEffects(results: readonly DriftResult[], asking: Asking): Promise<DriftResult[]> {
  const { objects, inSessions, signal } = asking;
  const suspected = findSideEffects(results);
  const stable = new Map([...suspected].map(([result, found]) => [result.instance, found.filter(isShown)]));
  const doubtful = new Map(
    [...suspected]
      .filter(([, found]) => !found.every(isShown))
      .map(([result, found]) => [result.instance, { result, found }]),
  );
  await inSessions(
    [...doubtful.keys()],
    async (session, instance) => {
      const [object, one] = [objects.get(instance), doubtful.get(instance)];
      if (!object || !one || !isPresent(one.result.observed)) return;
      const again = await session.readAgain(object, signal);
      if (again === undefined || again === null) return;
      const { differences } = unstable(
        one.result.observed,
        again,
        one.found.map(({ difference }) => difference),
      );
      const kept = new Set(differences);
      stable.set(
        instance,
        one.found.filter((each) => isShown(each) || kept.has(each.difference)),
      );
    },
    () => undefined,
  );
  return results.map((result) => asSideEffect(result, stable.get(result.instance) ?? []));
}
