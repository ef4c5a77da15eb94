import { isEmulator } from '../../base/this-machine.ts';
import type { Call } from '../types.ts';
import { createLane, type Lane } from './lane.ts';
import type { HardLimit } from './limits.ts';

export type Lanes = { laneOf(call: Call): Lane };

/** So many may be remembered before those that rest are forgotten. */
const MANY = 1_000;

/** Calls share a lane by account, endpoint, region and service, and by the limit that they fall under. */
export function createLanes(limits: readonly HardLimit[], now: () => number): Lanes {
  const lanes = new Map<string, Lane>();

  const limitOf = ({ action: { service, name } }: Call): HardLimit | undefined => {
    const those = limits.filter((limit) => limit.service === service);
    return those.find(({ actions }) => actions?.includes(name)) ?? those.find(({ actions }) => actions === undefined);
  };

  const forget = (): void => {
    if (lanes.size < MANY) return;
    for (const [key, lane] of lanes) if (lane.idle) lanes.delete(key);
  };

  return {
    laneOf: (call) => {
      const { account, endpoint } = call.visit;
      const limit = isEmulator(endpoint) ? undefined : limitOf(call);
      const key = JSON.stringify([account, endpoint, call.region, call.action.service, limit?.actions]);
      const had = lanes.get(key);
      if (had !== undefined) return had;
      forget();
      const made = createLane(limit, now);
      lanes.set(key, made);
      return made;
    },
  };
}
