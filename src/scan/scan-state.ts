import type { Coverage, Finding } from '../drift/analysis.ts';
import { findDrift, type DriftResult } from '../drift/compare/find-drift.ts';
import { toFinding } from '../drift/finding.ts';
import type { Masker } from '../drift/redact.ts';
import type { Ignores, IgnoreSubject } from '../drift/rules/ignore.ts';
import { withoutIgnored } from '../drift/rules/without-ignored.ts';
import type { State, StateInstance } from '../drift/state/parse.ts';
import { placeInstances, type Place } from '../drift/state/place.ts';
import { rulesThatTook, toldSuppressed } from '../drift/suppressed.ts';
import type { LiveObject, ProviderHost } from '../provider/types.ts';
import { judgeResults } from './judge.ts';
import { observeState, type Ticked } from './observe-state.ts';
import type { Observation } from './observe.ts';
import type { CloudTarget } from './ports.ts';
import type { Providing } from './providing.ts';
import { sessionsFor, type Sessions } from './sessions.ts';
import { unreadChildren } from './unread-children.ts';

export type ScanSurroundings = Providing & {
  target: CloudTarget;
  providers: ProviderHost;
  masker: Masker;
  ignores: Ignores;
  now: () => Date;
  signal?: AbortSignal;
};

type Observations = ReadonlyMap<StateInstance, Observation>;

function verdictOf(result: DriftResult): Omit<Coverage, 'state_key'> {
  const { instance, kind, reason, detail } = result;
  const suppressed = toldSuppressed(result);
  const ignoredBy = rulesThatTook(result);
  const what = { resource: instance.address, type: instance.type, verdict: kind };
  return {
    ...what,
    ...(reason !== undefined && { reason }),
    ...(detail !== undefined && { detail }),
    ...(ignoredBy.length > 0 && { ignored_by: ignoredBy }),
    ...(suppressed.length > 0 && { suppressed }),
  };
}

/** Whose an instance is and where it lives, as coverage has it. */
function whereabouts({ provider }: StateInstance, { region, account }: Place) {
  return {
    provider: provider.source,
    ...(region === undefined ? {} : { region }),
    ...(account === undefined ? {} : { account_id: account }),
  };
}

/** The live objects by instance, as the provider gave them. */
function objectsOf(observations: Observations): Map<StateInstance, LiveObject> {
  return new Map(
    [...observations].flatMap(([instance, observation]) =>
      'seen' in observation && observation.object ? [[instance, observation.object]] : [],
    ),
  );
}

/** Compares what was observed, and has the providers judge what differs. */
async function compareState(
  { instances }: State,
  observations: Observations,
  inSessions: Sessions,
  signal: AbortSignal | undefined,
): Promise<DriftResult[]> {
  const seen = instances.flatMap((instance) => {
    const observation = observations.get(instance);
    return observation && 'seen' in observation ? [observation.seen] : [];
  });
  const objects = objectsOf(observations);
  return judgeResults(findDrift(seen, unreadChildren(instances, observations)), {
    instances,
    objects,
    signal,
    inSessions,
  });
}

/** Findings and verdicts of one state, in the state's order. */
export async function scanState(
  key: string,
  state: State,
  around: ScanSurroundings,
  ticked: Ticked,
): Promise<{ findings: Finding[]; coverage: Coverage[] }> {
  const { target, ignores, masker, signal } = around;
  const places = placeInstances(state.instances, target.region);
  const placeOf = (instance: StateInstance): Place =>
    places.get(instance) ?? { region: target.region, account: undefined };
  const subjectOf = (instance: StateInstance): IgnoreSubject => {
    const { address, type, provider } = instance;
    return { address, type, state: key, provider: provider.source, ...placeOf(instance) };
  };
  const ignoredBy = (instance: StateInstance) => ignores.whole(subjectOf(instance));
  const inSessions = sessionsFor(around, placeOf, { key, instances: state.instances });
  const observing = { target, placeOf, ignoredBy, inSessions, ticked, signal };
  const observations = await observeState(state.instances, observing);
  const results = new Map<StateInstance, DriftResult>();
  for (const result of await compareState(state, observations, inSessions, signal))
    results.set(result.instance, withoutIgnored(result, ignores.attributes(subjectOf(result.instance))));

  const now = around.now();
  const findings = [...results.values()]
    .filter((result) => result.kind === 'changed' || result.kind === 'deleted')
    .map((result) => toFinding(result, { stateKey: key, place: placeOf(result.instance), masker, now }));
  const coverage = state.instances.flatMap((instance): Coverage[] => {
    const result = results.get(instance);
    const observation = observations.get(instance);
    const where = { state_key: key, ...whereabouts(instance, placeOf(instance)) };
    if (result) return [{ ...verdictOf(result), ...where }];
    return observation && 'unseen' in observation ? [{ ...observation.unseen, ...where }] : [];
  });
  return { findings, coverage };
}
