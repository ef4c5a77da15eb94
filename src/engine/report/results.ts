import type { Coverage } from '../model/analysis.ts';
import type { DriftResult } from '../sift/sift.ts';
import { desiredDigest } from './desired.ts';
import { toFinding } from './finding.ts';
import { secretsOfState, withoutSecrets, type Masker, type Secrets } from '../mask/mask.ts';
import { shownTags } from './shown-tags.ts';
import type { StateInstance } from '../state/parse.ts';
import type { Place } from '../state/place.ts';
import { withoutKnown } from '../verdict/suppressed.ts';
import type { InstanceResult } from './tally.ts';
import type { OpenInstance } from '../correlate/across-states.ts';
import type { Observation } from '../refresh/observe.ts';
import type { CloudTarget } from '../ports.ts';
import { verdictOf } from '../verdict/verdict.ts';

export type TellableInstance = OpenInstance & { stateKey: string; tell: (result: DriftResult) => InstanceResult };

/** What is told of one version of a state: whose it is, where its instances live, and what must not be said. */
export type Telling = {
  key: string;
  instances: readonly StateInstance[];
  placeOf: (instance: StateInstance) => Place;
  known: () => Secrets;
  masker: Masker;
  at: Date;
};

/** What must not be told of a state, found when it is asked for. */
export function knownSecrets(
  instances: readonly StateInstance[],
  target: CloudTarget,
  settingsSecrets: readonly string[] = [],
): () => Secrets {
  let secrets: Secrets | undefined;
  return () => (secrets ??= secretsOfState(instances, [...target.secrets(), ...settingsSecrets]));
}

/** Whose an instance is and where it lives, as coverage has it. */
function whereabouts({ provider }: StateInstance, { region, account }: Place) {
  return {
    provider: provider.source,
    ...(region === undefined ? {} : { region }),
    ...(account === undefined ? {} : { account_id: account }),
  };
}

/** A verdict whose words repeat no secret of another resource of the state. */
function without<T extends Pick<Coverage, 'detail' | 'suppressed'>>(verdict: T, known: () => Secrets): T {
  const { detail, suppressed } = verdict;
  if (detail === undefined && !suppressed) return verdict;
  return {
    ...verdict,
    ...(detail !== undefined && { detail: withoutSecrets(detail, known()) }),
    ...(suppressed && { suppressed: suppressed.map((one) => withoutKnown(one, known())) }),
  };
}

type Circumstances = Pick<Telling, 'key' | 'known' | 'masker' | 'at'> & { position: number; place: Place };

function tellResult(result: DriftResult, { key, position, place, known, masker, at }: Circumstances): InstanceResult {
  const where = { state_key: key, ...whereabouts(result.instance, place) };
  const coverage = { ...without(verdictOf(result), known), ...where };
  const desired = desiredDigest(result.instance, masker);
  if (result.kind !== 'changed' && result.kind !== 'deleted') return { position, coverage, desired };
  const finding = toFinding(result, { stateKey: key, place, masker, now: at, known: known() });
  const tags = shownTags(result, known);
  return { position, coverage, desired, finding, ...(tags && { tags }) };
}

/** Open instances with all that it takes to tell the last word on each; nothing of it holds the state itself. */
export function tellable(open: readonly OpenInstance[], telling: Telling): TellableInstance[] {
  if (open.length === 0) return [];
  const { key, instances, placeOf, masker, at } = telling;
  const secrets = telling.known();
  const known = () => secrets;
  const positions = new Map(instances.map((instance, position) => [instance, position]));
  return open.map((one) => {
    const { instance } = one.result;
    const circumstances = { position: positions.get(instance) ?? 0, place: placeOf(instance) };
    return {
      ...one,
      stateKey: key,
      tell: (result) => tellResult(result, { key, masker, at, known, ...circumstances }),
    };
  });
}

/**
 * Verdicts and findings of one state, in the state's order, but for those that are `held`. Each is made when it is asked for, so
 * that they need not all be there at once.
 */
export function* tell(
  { instances, placeOf, ...telling }: Telling,
  observations: ReadonlyMap<StateInstance, Observation>,
  settled: ReadonlyMap<StateInstance, DriftResult>,
  held: ReadonlySet<StateInstance>,
): Generator<InstanceResult> {
  const { key, known, masker } = telling;
  for (const [position, instance] of instances.entries()) {
    if (held.has(instance)) continue;
    const result = settled.get(instance);
    const observation = observations.get(instance);
    const place = placeOf(instance);
    const where = { state_key: key, ...whereabouts(instance, place) };
    if (result) yield tellResult(result, { ...telling, position, place });
    else if (observation && 'unseen' in observation)
      yield { position, coverage: { ...without(observation.unseen, known), ...where } };
    else if (observation && observation.seen.status === 'in_sync')
      yield {
        position,
        coverage: { ...without(observation.seen.verdict, known), ...where },
        desired: desiredDigest(instance, masker),
      };
  }
}
