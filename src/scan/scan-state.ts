import type { Coverage, Finding } from '../drift/analysis.ts';
import { findDrift, type DriftResult } from '../drift/compare/find-drift.ts';
import { toFinding } from '../drift/finding.ts';
import type { Masker } from '../drift/redact.ts';
import type { IgnoreRule, Ignores, IgnoreSubject } from '../drift/rules/ignore.ts';
import type { State, StateInstance } from '../drift/state/parse.ts';
import { ignoredDetail, withoutIgnored } from '../drift/rules/without-ignored.ts';
import { placeInstances, type Place } from '../drift/state/place.ts';
import type { ProviderProblem } from '../provider/problem.ts';
import type { LiveObject, ProviderHost } from '../provider/types.ts';
import { foreignConfigurations } from './accounts.ts';
import { doubtDeletions, otherAccount } from './doubts.ts';
import { judgeResults } from './judge.ts';
import { observe, unseen, type Observation } from './observe.ts';
import type { CloudTarget } from './ports.ts';
import { isAws } from './provider-config.ts';
import { sessionsFor, type Sessions } from './sessions.ts';

export type ScanSurroundings = {
  target: CloudTarget;
  providers: ProviderHost;
  masker: Masker;
  ignores: Ignores;
  now: () => Date;
  signal?: AbortSignal;
};

/** The provider would say so, too, but at length and without a way out. */
const NO_CREDENTIALS =
  'There are no AWS credentials to read it with: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and check that they have not expired.';

/** Says that a few more instances are done. */
type Ticked = (instances: number) => Promise<void>;

/** The verdict on instances of a provider that cannot be used: not found is our ignorance, the rest is a failed look. */
function withoutProvider(instance: StateInstance, problem: ProviderProblem): Observation {
  const verdict = problem.code === 'provider_not_found' ? 'unsupported' : 'unreadable';
  const reason = problem.code === 'provider_not_found' ? 'no_provider' : problem.code;
  return unseen(instance, verdict, reason, problem.message);
}

/** Reads every instance through its provider; each gets its observation, whatever happens. */
async function observeAll(
  instances: StateInstance[],
  around: ScanSurroundings,
  inSessions: Sessions,
  ticked: Ticked,
  record: (instance: StateInstance, observation: Observation) => void,
): Promise<void> {
  const [closed, open] = [
    instances.filter((one) => isAws(one.provider.source) && !around.target.credentials),
    instances.filter((one) => !isAws(one.provider.source) || around.target.credentials),
  ];
  for (const one of closed) record(one, unseen(one, 'unreadable', 'credentials_missing', NO_CREDENTIALS));
  await ticked(closed.length);
  await inSessions(
    open,
    async (session, instance) => {
      record(instance, await observe(session, instance, around.signal));
      await ticked(1);
    },
    async (without, problem) => {
      for (const instance of without) record(instance, withoutProvider(instance, problem));
      await ticked(without.length);
    },
  );
}

/** The provider that is a part of Terraform itself: what it manages (`terraform_data`) is in the state and nowhere else. */
const BUILT_IN = /^terraform\.io\/builtin\//;

/** What is not read at all: there is nothing in a cloud that it could differ from, or nobody wants to know. */
function leftOut(instance: StateInstance, ignoredBy: IgnoreRule | undefined): Observation | undefined {
  if (instance.mode === 'data') return unseen(instance, 'skipped', 'data_source');
  if (BUILT_IN.test(instance.provider.source)) return unseen(instance, 'skipped', 'built_in');
  return ignoredBy && unseen(instance, 'skipped', 'ignored', ignoredDetail(ignoredBy));
}

function verdictOf(result: DriftResult): Omit<Coverage, 'state_key'> {
  const { instance, kind, reason, detail } = result;
  const what = { resource: instance.address, type: instance.type, verdict: kind };
  return { ...what, ...(reason !== undefined && { reason }), ...(detail !== undefined && { detail }) };
}

/** The live objects by instance, as the provider gave them. */
function objectsOf(observations: ReadonlyMap<StateInstance, Observation>): Map<StateInstance, LiveObject> {
  return new Map(
    [...observations].flatMap(([instance, observation]) =>
      'seen' in observation && observation.object ? [[instance, observation.object]] : [],
    ),
  );
}

/** Whether something that was not read is there in the cloud, for all that is known. */
const mayShow = ({ verdict, reason }: Omit<Coverage, 'state_key'>) => verdict !== 'skipped' || reason === 'ignored';

/** Findings and verdicts of one state, in the state's order. */
export async function scanState(
  key: string,
  state: State,
  around: ScanSurroundings,
  ticked: Ticked,
): Promise<{ findings: Finding[]; coverage: Coverage[] }> {
  const observations = new Map<StateInstance, Observation>();
  const record = (instance: StateInstance, observation: Observation) => void observations.set(instance, observation);
  const places = placeInstances(state.instances, around.target.region);
  const placeOf = (instance: StateInstance): Place =>
    places.get(instance) ?? { region: around.target.region, account: undefined };
  const subjectOf = (instance: StateInstance): IgnoreSubject => {
    const { address, type } = instance;
    return { address, type, state: key, region: placeOf(instance).region };
  };
  for (const instance of state.instances) {
    const skipped = leftOut(instance, around.ignores.whole(subjectOf(instance)));
    if (skipped) record(instance, skipped);
  }
  const foreign = await foreignConfigurations(state.instances, placeOf, around.target.account);
  for (const instance of state.instances) {
    const account = foreign.get(instance.provider.text);
    if (account !== undefined && !observations.has(instance)) record(instance, otherAccount(instance, account));
  }
  await ticked(observations.size);

  const managed = state.instances.filter((instance) => !observations.has(instance));
  const inSessions = sessionsFor(around, placeOf);
  await observeAll(managed, around, inSessions, ticked, record);
  const { signal, target } = around;
  await doubtDeletions({ observations, placeOf, account: target.account, inSessions, signal });

  const seen = managed.flatMap((instance) => {
    const observation = observations.get(instance);
    return observation && 'seen' in observation ? [observation.seen] : [];
  });
  // A parent may show what a child is that was not read; a deposed object and a data source are nobody's child.
  const unseenChildren = state.instances.filter((instance) => {
    const observation = observations.get(instance);
    const unread = observation && 'unseen' in observation && mayShow(observation.unseen);
    return unread && instance.deposed === undefined;
  });
  const judged = await judgeResults(findDrift(seen, unseenChildren), {
    instances: state.instances,
    objects: objectsOf(observations),
    signal,
    inSessions,
  });
  const results = new Map(
    judged.map((result) => {
      const { instance } = result;
      return [instance, withoutIgnored(result, around.ignores.attributes(subjectOf(instance)))];
    }),
  );
  const now = around.now();
  const findings = [...results.values()]
    .filter((result) => result.kind === 'changed' || result.kind === 'deleted')
    .map((result) => toFinding(result, { stateKey: key, place: placeOf(result.instance), masker: around.masker, now }));
  const coverage = state.instances.flatMap((instance): Coverage[] => {
    const result = results.get(instance);
    const observation = observations.get(instance);
    if (result) return [{ ...verdictOf(result), state_key: key }];
    return observation && 'unseen' in observation ? [{ ...observation.unseen, state_key: key }] : [];
  });
  return { findings, coverage };
}
