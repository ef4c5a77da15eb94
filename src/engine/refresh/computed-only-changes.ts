import type { StateInstance } from '../state/parse.ts';
import type { Observation, Seen } from './observe.ts';
import { verdictOf } from '../verdict/verdict.ts';

/**
 * Maximum number of instances with only computed-only changes that are kept whole, because they may be side effects of
 * other drift. If a state has more of them, none is reported as a side effect.
 */
const MAX_KEPT = 2_000;

type ComputedOnly = Exclude<Seen, { status: 'in_sync' }>;

function computedOnlyIn(observation: Observation | undefined): ComputedOnly | undefined {
  if (!observation || !('seen' in observation) || observation.seen.status !== 'present') return undefined;
  const { result } = observation.seen;
  return result.kind === 'in_sync' && result.instance.deposed === undefined ? observation.seen : undefined;
}

/** Reduces an observation to its verdict. */
const withVerdictAlone = ({ result, child }: ComputedOnly): Observation => ({
  seen: { status: 'in_sync', verdict: verdictOf(result), child },
});

/** Records observations. Once there are more than `max` computed-only changes, only their verdicts are kept. */
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
