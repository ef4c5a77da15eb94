import { compareWithRelatives, type DriftResult, type Relatives } from '../drift/compare/find-drift.ts';
import type { Secrets } from '../drift/redact.ts';
import { echoChildAsWritten } from '../drift/rules/echoes.ts';
import type { Ignores } from '../drift/rules/ignore.ts';
import { withoutIgnored } from '../drift/rules/without-ignored.ts';
import { linkPlace } from '../drift/state/link-place.ts';
import type { StateInstance } from '../drift/state/parse.ts';
import type { FoundPlace } from '../drift/state/place.ts';
import type { LiveObject } from '../provider/contract/types.ts';
import { withConsequences } from './consequences.ts';
import { judgeResults } from './judge.ts';
import type { Observation, Seen } from './observe.ts';
import type { Sessions } from './sessions.ts';
import { unreadChildren } from './unread-children.ts';

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
    echoChildAsWritten(one, linkPlace(one, placeOf(one))),
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
