import { SourceProblem, type StateSource } from '../base/state-source.ts';
import type { Coverage, StateReport } from '../drift/analysis.ts';
import type { DriftResult } from '../drift/compare/find-drift.ts';
import { secretsOfState, withoutSecrets, type Masker, type Secrets } from '../drift/redact.ts';
import type { Ignores, IgnoreSubject } from '../drift/rules/ignore.ts';
import type { Child } from '../drift/rules/children.ts';
import type { StateInstance } from '../drift/state/parse.ts';
import { placeInstances, type FoundPlace, type Place } from '../drift/state/place.ts';
import { toFinding } from '../drift/finding.ts';
import { withoutKnown } from '../drift/suppressed.ts';
import type { InstanceResult } from '../drift/tally.ts';
import type { ProviderHost } from '../provider/types.ts';
import { carryOver } from './carry-over.ts';
import { driftedRelatives, openInstances, type OpenInstance } from './elsewhere.ts';
import { observeState, type Ticked } from './observe-state.ts';
import { unseen, type Observation } from './observe.ts';
import { openState, type OpenedState } from './open-state.ts';
import type { CloudTarget } from './ports.ts';
import type { Providing } from './providing.ts';
import { sessionsFor } from './sessions.ts';
import { settle } from './settle.ts';
import { verdictOf } from './verdict.ts';

export type ScanSurroundings = Providing & {
  source: StateSource;
  target: CloudTarget;
  providers: ProviderHost;
  masker: Masker;
  ignores: Ignores;
  now: () => Date;
  /** There are other states, which may explain what this one alone cannot. */
  others: boolean;
  signal?: AbortSignal;
};

/** Hears how far a state is. */
export type Following = { opened: (instances: number) => void; ticked: Ticked };

/** A state that was looked at. Findings are made when they are asked for, so that they need not all be there at once. */
export type ScannedState = Told & { report: StateReport; etag: string };

/** What is told of a state. */
type Told = {
  results: Iterable<InstanceResult>;
  /** Instances on which other states have the last word; `tell` tells it. */
  open: TellableInstance[];
  /** What drifted and others may show. */
  drifted: Child[];
};

export type TellableInstance = OpenInstance & { stateKey: string; tell: (result: DriftResult) => InstanceResult };

const NOTHING_TOLD: Told = { results: [], open: [], drifted: [] };

type Observations = ReadonlyMap<StateInstance, Observation>;
/** One state as it was opened, with what was seen of its instances. */
type View = OpenedState & { state: NonNullable<OpenedState['state']>; observations: Observations };

/** How often a state that is written while it is looked at is looked at again. */
const ROUNDS = 3;

/** Whether an object is still what was read; where that cannot be told, opening it again tells why. */
async function isSame(source: StateSource, key: string, etag: string, signal?: AbortSignal): Promise<boolean> {
  try {
    return (await source.etag(key, signal)) === etag;
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    return false;
  }
}

function movedReport(first: StateReport, { report }: OpenedState, unsettled: number): StateReport {
  const serials = `serial ${first.serial ?? '?'} became ${report.serial ?? '?'}`;
  const again = 'what changed in it was looked at again';
  const detail =
    unsettled === 0
      ? `The state was written while it was scanned (${serials}); ${again}.`
      : `The state was written again and again while it was scanned (${serials}); ${unsettled} of its instances changed too late to be looked at again. Scan when nothing is being applied.`;
  return { ...report, code: 'state_moved', detail };
}

/**
 * One state from opening it to its results. Where it was written in the meantime, by an apply, what was seen is checked against
 * what it says now: nothing is told of a state that has been overtaken.
 */
export async function scanState(key: string, around: ScanSurroundings, following: Following): Promise<ScannedState> {
  const { source, target, ignores, signal } = around;

  /** What is asked about the instances of one version of the state. */
  function asking(instances: readonly StateInstance[]) {
    const places = placeInstances(instances, target.region);
    const nowhere = { region: undefined, account: undefined };
    const placeOf = (instance: StateInstance): FoundPlace =>
      places.get(instance) ?? { ...nowhere, usual: nowhere, guessed: 'region' };
    const subjectOf = (instance: StateInstance): IgnoreSubject => {
      const { address, type, provider } = instance;
      return { address, type, state: key, provider: provider.source, ...placeOf(instance) };
    };
    return { placeOf, subjectOf, inSessions: sessionsFor(around, placeOf, { key, instances }) };
  }

  async function look(opened: OpenedState & Pick<View, 'state'>, known: Observations): Promise<View> {
    const { instances } = opened.state;
    const { placeOf, subjectOf, inSessions } = asking(instances);
    const ignoredBy = (instance: StateInstance) => ignores.whole(subjectOf(instance));
    following.opened(instances.length);
    const { ticked } = following;
    const observing = { target, placeOf, ignoredBy, inSessions, ticked, signal };
    return { ...opened, observations: await observeState(instances, observing, known) };
  }

  async function results({ state: { instances }, observations }: View): Promise<Told> {
    const { placeOf, subjectOf, inSessions } = asking(instances);
    const rulesFor = (instance: StateInstance) => ignores.attributes(subjectOf(instance));
    const known = knownSecrets(instances, around);
    const { settled, relatives } = await settle(instances, observations, { inSessions, rulesFor, known, signal });
    const open = around.others ? openInstances(settled.values(), instances, relatives.children) : [];
    const held = open.map((one) => tellable(key, one, { instances, placeOf, known }, around));
    const isHeld = new Set(open.map(({ result }) => result.instance));
    return {
      results: tell(key, { instances, observations, settled, placeOf, known }, isHeld, around),
      open: held,
      drifted: around.others ? driftedRelatives(key, settled.values()) : [],
    };
  }

  const first = await openState(source, key, signal);
  let { state } = first;
  if (!state) return { ...first, ...NOTHING_TOLD };
  let view = await look({ ...first, state }, new Map());
  for (let round = 0; ; round++) {
    const told = await results(view);
    const moved = round > 0 ? movedReport(first.report, view, 0) : view.report;
    if (await isSame(source, key, view.etag, signal)) return { report: moved, etag: view.etag, ...told };
    const newer = await openState(source, key, signal);
    state = newer.state;
    if (!state) return { ...newer, ...NOTHING_TOLD };
    const known = carryOver(view.observations, state.instances);
    if (round < ROUNDS) view = await look({ ...newer, state }, known);
    else {
      const late = withTheRestUnread(state.instances, known);
      const last = { ...newer, state, observations: late };
      const report = movedReport(first.report, newer, late.size - known.size);
      return { report, etag: newer.etag, ...(await results(last)) };
    }
  }
}

/** What changed in a state that does not come to rest was not looked at, and that is what is said of it. */
function withTheRestUnread(
  instances: readonly StateInstance[],
  known: Observations,
): ReadonlyMap<StateInstance, Observation> {
  const detail = 'It changed in the state again and again during the scan; scan when nothing is being applied.';
  return new Map(
    instances.map((one) => [one, known.get(one) ?? unseen(one, 'unreadable', 'state_moved', detail)] as const),
  );
}

type Settled = {
  instances: readonly StateInstance[];
  observations: Observations;
  settled: ReadonlyMap<StateInstance, DriftResult>;
  placeOf: (instance: StateInstance) => Place;
  known: () => Secrets;
};

/** What must not be told of a state, found when it is asked for. */
function knownSecrets(
  instances: readonly StateInstance[],
  { target, settingsSecrets = [] }: ScanSurroundings,
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
    ...(suppressed && {
      suppressed: suppressed.map((one) => withoutKnown(one, known())),
    }),
  };
}

/** All that is told with the word on an instance. */
type Circumstances = {
  key: string;
  position: number;
  place: Place;
  known: () => Secrets;
  masker: Masker;
  at: Date;
};

function tellResult(result: DriftResult, { key, position, place, known, masker, at }: Circumstances): InstanceResult {
  const where = { state_key: key, ...whereabouts(result.instance, place) };
  const coverage = { ...without(verdictOf(result), known), ...where };
  const isFinding = result.kind === 'changed' || result.kind === 'deleted';
  const about = { stateKey: key, place, masker, now: at };
  return { position, coverage, ...(isFinding && { finding: toFinding(result, { ...about, known: known() }) }) };
}

/** An open instance with all that it takes to tell the last word on it; nothing of it holds the state itself. */
function tellable(
  key: string,
  one: OpenInstance,
  { instances, placeOf, known }: Pick<Settled, 'instances' | 'placeOf' | 'known'>,
  { masker, now }: ScanSurroundings,
): TellableInstance {
  const { instance } = one.result;
  const secrets = known();
  const position = instances.indexOf(instance);
  const circumstances = { key, position, place: placeOf(instance), known: () => secrets, masker, at: now() };
  return { ...one, stateKey: key, tell: (result) => tellResult(result, circumstances) };
}

/** Verdicts and findings of one state, in the state's order, but for those that are held. */
function* tell(
  key: string,
  { instances, observations, settled, placeOf, known }: Settled,
  held: ReadonlySet<StateInstance>,
  { masker, now }: ScanSurroundings,
): Generator<InstanceResult> {
  const at = now();
  for (const [position, instance] of instances.entries()) {
    if (held.has(instance)) continue;
    const result = settled.get(instance);
    const observation = observations.get(instance);
    const place = placeOf(instance);
    const where = { state_key: key, ...whereabouts(instance, place) };
    if (result) yield tellResult(result, { key, position, place, known, masker, at });
    else if (observation && 'unseen' in observation)
      yield { position, coverage: { ...without(observation.unseen, known), ...where } };
    else if (observation && observation.seen.status === 'in_sync')
      yield { position, coverage: { ...without(observation.seen.verdict, known), ...where } };
  }
}
