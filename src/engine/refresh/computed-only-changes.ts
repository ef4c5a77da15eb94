import type { StateInstance } from '../state/parse.ts';
import type { Observation, Seen } from './observe.ts';
import { verdictOf } from '../verdict/verdict.ts';

/**
 * Instances in sync of which something moved that the cloud alone sets. They are kept whole, since drift elsewhere may be behind
 * it; where a state has more of them than this, what follows from drift elsewhere is not told of any.
 */
const MOST = 2_000;

type Quiet = Exclude<Seen, { status: 'in_sync' }>;

function quietOf(observation: Observation | undefined): Quiet | undefined {
  if (!observation || !('seen' in observation) || observation.seen.status !== 'present') return undefined;
  const { result } = observation.seen;
  return result.kind === 'in_sync' && result.instance.deposed === undefined ? observation.seen : undefined;
}

/** The same with nothing but its verdict kept. */
const settled = ({ result, child }: Quiet): Observation => ({
  seen: { status: 'in_sync', verdict: verdictOf(result), child },
});

/** Writes observations down, and keeps only the verdicts of quiet instances as soon as there are too many of them. */
export function recorder(
  observations: Map<StateInstance, Observation>,
  most: number = MOST,
): (instance: StateInstance, observation: Observation) => void {
  const kept: StateInstance[] = [];
  let full = false;
  return (instance, observation) => {
    observations.set(instance, observation);
    const quiet = quietOf(observation);
    if (!quiet) return;
    kept.push(instance);
    full ||= kept.length > most;
    if (!full) return;
    for (const one of kept.splice(0)) {
      const seen = quietOf(observations.get(one));
      if (seen) observations.set(one, settled(seen));
    }
  };
}
