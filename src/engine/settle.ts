import { compareWithRelatives, type DriftResult, type Relatives } from './sift/sift.ts';
import type { Secrets } from './mask/mask.ts';
import { overlapChildAsWritten } from './overlaps/overlaps.ts';
import type { Ignores } from './ignore/ignore.ts';
import { withoutIgnored } from './ignore/without-ignored.ts';
import { linkPlace } from './state/link-place.ts';
import type { StateInstance } from './state/parse.ts';
import type { FoundPlace } from './state/place.ts';
import type { LiveObject } from '../provider/contract/types.ts';
import { withConsequences } from './correlate/confirm-side-effects.ts';
import { judgeResults } from './confirm/confirm.ts';
import type { Observation, Seen } from './refresh/observe.ts';
import type { Sessions } from './refresh/sessions.ts';
import { unreadChildren } from './refresh/unread-children.ts';

type Observations = ReadonlyMap<StateInstance, Observation>;
type Open = Exclude<Seen, { status: 'in_sync' }>;

export type Settling = {
  placeOf: (instance: StateInstance) => FoundPlace;
  inSessions: Sessions;
  /** The rule for an attribute of an instance, if any. */
  rulesFor: (instance: StateInstance) => ReturnType<Ignores['attributes']>;
  /** The secrets of the state. */
  known: () => Secrets;
  signal: AbortSignal | undefined;
};

/** What the instances of a state say of each other. */
function relativesIn(
  instances: readonly StateInstance[],
  observations: Observations,
  placeOf: Settling['placeOf'],
): Relatives {
  const seen = [...observations].flatMap(([instance, one]) => ('seen' in one ? [{ instance, seen: one.seen }] : []));
  const unread = unreadChildren(instances, observations).map((one) =>
    overlapChildAsWritten(one, linkPlace(one, placeOf(one))),
  );
  const present = seen.filter((one) => one.seen.status !== 'deleted').map(({ instance }) => instance.address);
  return {
    children: [...seen.map((one) => one.seen.child), ...unread].filter((child) => child !== undefined),
    present: new Set(present),
  };
}

/**
 * The last word on every instance that was seen and was not in sync by itself: what others say of it, what the providers would
 * change, what the organization's rules leave out, what only follows from others.
 */
export async function settle(
  instances: readonly StateInstance[],
  observations: Observations,
  { placeOf, inSessions, rulesFor, known, signal }: Settling,
): Promise<{ settled: Map<StateInstance, DriftResult>; relatives: Relatives }> {
  const open = [...observations.values()].flatMap((one): Open[] =>
    'seen' in one && one.seen.status !== 'in_sync' ? [one.seen] : [],
  );
  const objects = new Map<StateInstance, LiveObject>();
  for (const { result, object } of open) if (object) objects.set(result.instance, object);
  const relatives = relativesIn(instances, observations, placeOf);
  const compared = open.map(({ result }) => result).map(compareWithRelatives(relatives));
  const judged = await judgeResults(compared, { instances, objects, inSessions, signal });
  const ruled = (result: DriftResult) => withoutIgnored(result, rulesFor(result.instance), known);
  const told = await withConsequences(judged.map(ruled), { objects, inSessions, signal });
  const settled = new Map(told.map((result) => [result.instance, result.causedBy ? ruled(result) : result]));
  return { settled, relatives };
}
