import { SourceProblem, type StateSource } from '../base/state-source.ts';
import type { StateReport } from './model/analysis.ts';
import type { Masker } from './mask/mask.ts';
import type { Child } from './overlaps/match/children.ts';
import type { Ignores, IgnoreSubject } from './ignore/ignore.ts';
import type { StateInstance } from './state/parse.ts';
import { placeInstances, type FoundPlace } from './state/place.ts';
import type { InstanceResult } from './report/tally.ts';
import type { ScanCalls } from '../gateway/sessions/call-counts.ts';
import type { Gateway } from '../gateway/call/types.ts';
import type { ProviderHost } from '../provider/contract/types.ts';
import { carryOver } from './refresh/carry-over.ts';
import { driftedRelatives, openInstances } from './correlate/across-states.ts';
import { observeState, type Ticked } from './refresh/observe-state.ts';
import { unseen, type Observation } from './refresh/observe.ts';
import { openState, type OpenedState } from './state/open-state.ts';
import type { CloudTarget } from './refresh/cloud-target.ts';
import { givenTo, type Providing } from './refresh/providing.ts';
import { sessionsFor } from './refresh/sessions.ts';
import { settle } from './settle.ts';
import { knownSecrets, tell, tellable, type TellableInstance } from './report/results.ts';

export type ScanSurroundings = Providing & {
  source: StateSource;
  target: CloudTarget;
  providers: ProviderHost;
  /** Where AWS's provider goes out; without it, by itself and with the credentials. */
  gateway?: Gateway | undefined;
  /** Counts the calls that go through it. */
  calls: ScanCalls;
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

const NOTHING_TOLD: Told = { results: [], open: [], drifted: [] };

type Observations = ReadonlyMap<StateInstance, Observation>;
type Readable = OpenedState & { state: NonNullable<OpenedState['state']> };
/** One state as it was opened, with what was seen of its instances. */
type View = Readable & { observations: Observations };

const isReadable = (opened: OpenedState): opened is Readable => opened.state !== undefined;

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

/** What is asked about the instances of one version of a state. */
function asking(key: string, instances: readonly StateInstance[], around: ScanSurroundings) {
  const places = placeInstances(instances, around.target.region, around.codeOf?.(key)?.regionOf);
  const nowhere = { region: undefined, account: undefined };
  const placeOf = (instance: StateInstance): FoundPlace =>
    places.get(instance) ?? { ...nowhere, usual: nowhere, regionBy: 'nobody' };
  const subjectOf = (instance: StateInstance): IgnoreSubject => {
    const { address, type, provider } = instance;
    return { address, type, state: key, provider: provider.source, ...placeOf(instance) };
  };
  return { placeOf, subjectOf, inSessions: sessionsFor(around, placeOf, { key, instances }) };
}

/** Reads the instances of a state, or those that are not `known` from an earlier look at it. */
async function look(
  opened: Readable,
  known: Observations | undefined,
  around: ScanSurroundings,
  following: Following,
): Promise<View> {
  const { target, ignores, signal } = around;
  const { instances } = opened.state;
  const { placeOf, subjectOf, inSessions } = asking(opened.report.key, instances, around);
  const ignoredBy = (instance: StateInstance) => ignores.whole(subjectOf(instance));
  following.opened(instances.length);
  const tagsOf = ({ provider }: StateInstance) => target.tagsOf(opened.report.key, provider);
  const observing = {
    target,
    tagsOf,
    placeOf,
    givenTo: ({ provider }: StateInstance) => givenTo(provider, opened.report.key, around),
    ignoredOf: around.codeOf?.(opened.report.key)?.ignoredOf,
    ignoredBy,
    inSessions,
    ticked: following.ticked,
    again: known !== undefined,
    signal,
  };
  return { ...opened, observations: await observeState(instances, observing, known ?? new Map()) };
}

/** Has the last word found on what was seen, and says how it is told. */
async function conclusions({ report, state, observations }: View, around: ScanSurroundings): Promise<Told> {
  const { ignores, target, settingsSecrets, masker, signal } = around;
  const { key } = report;
  const { instances } = state;
  const { placeOf, subjectOf, inSessions } = asking(key, instances, around);
  const rulesFor = (instance: StateInstance) => ignores.attributes(subjectOf(instance));
  const known = knownSecrets(instances, target, settingsSecrets);
  const { settled, relatives } = await settle(instances, observations, {
    placeOf,
    inSessions,
    rulesFor,
    known,
    signal,
  });
  const open = around.others ? openInstances(settled.values(), state, relatives.children) : [];
  const telling = { key, instances, placeOf, known, masker, at: around.now() };
  return {
    results: tell(telling, observations, settled, new Set(open.map(({ result }) => result.instance))),
    open: tellable(open, telling),
    drifted: around.others ? driftedRelatives(key, settled.values()) : [],
  };
}

/**
 * One state from opening it to its results. Where it was written in the meantime, by an apply, what was seen is checked against
 * what it says now: nothing is told of a state that has been overtaken.
 */
export async function scanState(key: string, around: ScanSurroundings, following: Following): Promise<ScannedState> {
  const { source, signal } = around;
  const first = await openState(source, key, signal);
  if (!isReadable(first)) return { ...first, ...NOTHING_TOLD };
  let view = await look(first, undefined, around, following);
  for (let round = 0; ; round++) {
    const told = await conclusions(view, around);
    const report = round > 0 ? movedReport(first.report, view, 0) : view.report;
    if (await isSame(source, key, view.etag, signal)) return { report, etag: view.etag, ...told };
    const newer = await openState(source, key, signal);
    if (!isReadable(newer)) return { ...newer, ...NOTHING_TOLD };
    const known = carryOver(view.observations, newer.state.instances);
    if (round < ROUNDS) view = await look(newer, known, around, following);
    else {
      const observations = withTheRestUnread(newer.state.instances, known);
      const last = movedReport(first.report, newer, observations.size - known.size);
      return { report: last, etag: newer.etag, ...(await conclusions({ ...newer, observations }, around)) };
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
