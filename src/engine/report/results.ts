import type { Coverage } from '../model/analysis.ts';
import type { DriftResult } from '../sift/sift.ts';
import { desiredDigest } from './desired.ts';
import { shownPlace, toFinding } from './finding.ts';
import { maskName, maskValue, secretsOfObserved, withoutSecrets, type Masker, type Secrets } from '../mask/mask.ts';
import { fields } from '../value/canonical.ts';
import type { StateInstance } from '../state/parse.ts';
import type { Place } from '../state/place.ts';
import { withoutStateSecrets, verdictOf } from '../verdict/verdict.ts';
import type { InstanceResult } from './totals.ts';
import type { OpenInstance } from '../correlate/across-states.ts';
import type { Observations } from '../refresh/observe.ts';
import type { Child } from '../overlaps/match/children.ts';

/** An instance with a final result that depends on other states, and the function that reports it. */
export type HeldInstance = OpenInstance & { stateKey: string; resultFor: (final: DriftResult) => InstanceResult };

/** The results of a state. They are computed lazily, so that memory never holds all of them. */
export type ReportedState = {
  results: Iterable<InstanceResult>;
  /** Instances with final results that depend on other states. */
  open: HeldInstance[];
  /** Drifted resources whose settings other resources may repeat. */
  drifted: Child[];
};

export type Reporting = {
  key: string;
  instances: readonly StateInstance[];
  placeOf: (instance: StateInstance) => Place;
  secrets: () => Secrets;
  masker: Masker;
  at: Date;
};

const locationOf = ({ provider }: StateInstance, place: Place) => ({ provider: provider.source, ...shownPlace(place) });

/** Masks secrets of the state's other resources in the texts of a verdict. */
function without<T extends Pick<Coverage, 'detail' | 'suppressed'>>(verdict: T, secrets: () => Secrets): T {
  const { detail, suppressed } = verdict;
  if (detail === undefined && !suppressed) return verdict;
  return {
    ...verdict,
    ...(detail !== undefined && { detail: withoutSecrets(detail, secrets()) }),
    ...(suppressed && { suppressed: suppressed.map((one) => withoutStateSecrets(one, secrets())) }),
  };
}

/** Attributes with tags. The first that has any is used. */
const PLACES = ['tags_all', 'tags', 'effective_labels', 'labels'];
/** Clouds allow fifty. */
const MAX_TAGS = 100;
/** Clouds allow 256 characters. */
const MAX_VALUE = 300;

/** The masked tags of an instance: those in the cloud or, for a deleted resource, those in the state. */
function shownTags({ observed }: DriftResult, otherSecrets: () => Secrets): Record<string, string> | undefined {
  const { schema, instance, outcome } = observed;
  const values = fields(outcome.status === 'read' ? outcome.live : outcome.before);
  const place = PLACES.find((name) => Object.keys(fields(values[name] ?? null)).length > 0);
  if (place === undefined) return undefined;
  const { shown } = maskValue(values[place] ?? null, {
    schema,
    path: [place],
    sensitivePaths: instance.sensitivePaths,
  });
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return undefined;
  const own = secretsOfObserved(observed);
  const without = (text: string) => withoutSecrets(withoutSecrets(text, own), otherSecrets());
  const tags = Object.entries(shown).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' && value.length <= MAX_VALUE ? [[without(maskName(key)), without(value)]] : [],
  );
  return tags.length > 0 ? Object.fromEntries(tags.slice(0, MAX_TAGS)) : undefined;
}

type Located = Pick<Reporting, 'key' | 'secrets' | 'masker' | 'at'> & { position: number; place: Place };

function resultOf(final: DriftResult, { key, position, place, secrets, masker, at }: Located): InstanceResult {
  const location = { state_key: key, ...locationOf(final.instance, place) };
  const coverage = { ...without(verdictOf(final), secrets), ...location };
  const desired = desiredDigest(final.instance, masker);
  if (final.kind !== 'changed' && final.kind !== 'deleted') return { position, coverage, desired };
  const finding = toFinding(final, { stateKey: key, place, masker, now: at, otherSecrets: secrets() });
  const tags = shownTags(final, secrets);
  return { position, coverage, desired, finding, ...(tags && { tags }) };
}

/** Keeps open instances with the data that reports their final results, but without the state. */
function held(
  open: readonly OpenInstance[],
  { key, instances, placeOf, masker, at, secrets: all }: Reporting,
): HeldInstance[] {
  if (open.length === 0) return [];
  const collected = all();
  const secrets = () => collected;
  const positions = new Map(instances.map((instance, position) => [instance, position]));
  return open.map((one) => {
    const { instance } = one.result;
    const located = { key, masker, at, secrets, position: positions.get(instance) ?? 0, place: placeOf(instance) };
    return { ...one, stateKey: key, resultFor: (final) => resultOf(final, located) };
  });
}

/** Yields verdicts and findings in the order of the state, without open instances. */
function* resultsOf(
  { instances, placeOf, ...reporting }: Reporting,
  observations: Observations,
  finals: ReadonlyMap<StateInstance, DriftResult>,
  open: ReadonlySet<StateInstance>,
): Generator<InstanceResult> {
  const { key, secrets, masker } = reporting;
  for (const [position, instance] of instances.entries()) {
    if (open.has(instance)) continue;
    const final = finals.get(instance);
    const observation = observations.get(instance);
    const place = placeOf(instance);
    const location = { state_key: key, ...locationOf(instance, place) };
    if (final) yield resultOf(final, { ...reporting, position, place });
    else if (observation && 'unseen' in observation)
      yield { position, coverage: { ...without(observation.unseen, secrets), ...location } };
    else if (observation && observation.seen.status === 'in_sync')
      yield {
        position,
        coverage: { ...without(observation.seen.verdict, secrets), ...location },
        desired: desiredDigest(instance, masker),
      };
  }
}

/** Reports a state: a verdict for each instance, and a finding for each drifted one. */
export function reportState(
  { key, instances, placeOf, secrets, masker, at }: Reporting,
  observations: Observations,
  finals: readonly DriftResult[],
  open: readonly OpenInstance[],
): Pick<ReportedState, 'results' | 'open'> {
  const reporting = { key, instances, placeOf, secrets, masker, at };
  const byInstance = new Map(finals.map((final) => [final.instance, final]));
  return {
    results: resultsOf(reporting, observations, byInstance, new Set(open.map(({ result }) => result.instance))),
    open: held(open, reporting),
  };
}
