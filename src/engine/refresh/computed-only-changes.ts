import type { StateInstance } from '../state/parse.ts';
import type { Observation, Seen } from './observe.ts';
import { verdictOf } from '../verdict/verdict.ts';

/**
 * Instances with nothing but computed-only changes. They are kept whole, since they may be side effects of other drift; where a
 * state has more of them, none is reported as one.
 */
const MAX_KEPT = 2_000;

type ComputedOnly = Exclude<Seen, { status: 'in_sync' }>;

function computedOnlyIn(observation: Observation | undefined): ComputedOnly | undefined {
  if (!observation || !('seen' in observation) || observation.seen.status !== 'present') return undefined;
  const { result } = observation.seen;
  return result.kind === 'in_sync' && result.instance.deposed === undefined ? observation.seen : undefined;
}

/** The same observation with nothing but its verdict. */
const withVerdictAlone = ({ result, child }: ComputedOnly): Observation => ({
  seen: { status: 'in_sync', verdict: verdictOf(result), child },
});

/** Records observations; keeps only the verdicts of computed-only changes as soon as there are more than `max`. */
export function recorder(
  observations: Map<StateInstance, Observation>,
  max: number = MAX_KEPT,
): (instance: StateInstance, observation: Observation) => void {
  const kept: StateInstance[] = [];
  let full = false;
  return (instance, observation) => {
    observations.set(instance, observation);
    if (!computedOnlyIn(observation)) return;
    kept.push(instance);
    full ||= kept.length > max;
    if (!full) return;
    for (const one of kept.splice(0)) {
      const seen = computedOnlyIn(observations.get(one));
      if (seen) observations.set(one, withVerdictAlone(seen));
    }
  };
}
