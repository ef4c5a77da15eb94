import type { Coverage, Finding } from '../drift/analysis.ts';
import { findDrift, type DriftResult } from '../drift/compare/find-drift.ts';
import { toFinding } from '../drift/finding.ts';
import type { Masker } from '../drift/redact.ts';
import type { State, StateInstance } from '../drift/state/parse.ts';
import { placeInstances, type Place } from '../drift/state/place.ts';
import { ProviderProblem } from '../provider/problem.ts';
import type { LiveObject, ProviderHost, ProviderSession } from '../provider/types.ts';
import { foreignConfigurations } from './accounts.ts';
import { forEachBounded } from './bounded.ts';
import { groupInstances, type Group } from './groups.ts';
import { judgeResults } from './judge.ts';
import { observe, unseen, type Observation } from './observe.ts';
import type { CloudTarget } from './ports.ts';
import { isAws, providerConfig } from './provider-config.ts';

/** Reads of one state that wait at the provider host at once; the host itself bounds what really runs. */
const READS = 64;

export type ScanSurroundings = {
  target: CloudTarget;
  providers: ProviderHost;
  masker: Masker;
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

/** Has something asked about each instance of a group, in a session that is configured for the group. */
async function inSession(
  { source, region, instances }: Group,
  { providers, target, signal }: ScanSurroundings,
  ask: (session: ProviderSession, instance: StateInstance) => Promise<void>,
): Promise<void> {
  const askAll = (session: ProviderSession) =>
    forEachBounded(instances, READS, (instance) => {
      signal?.throwIfAborted();
      return ask(session, instance);
    });
  await providers.use({ source }, providerConfig(source, target, region), askAll, signal);
}

async function observeGroup(
  group: Group,
  around: ScanSurroundings,
  ticked: Ticked,
  record: (instance: StateInstance, observation: Observation) => void,
): Promise<void> {
  if (isAws(group.source) && !around.target.credentials) {
    for (const instance of group.instances)
      record(instance, unseen(instance, 'unreadable', 'credentials_missing', NO_CREDENTIALS));
    return ticked(group.instances.length);
  }
  try {
    await inSession(group, around, async (session, instance) => {
      record(instance, await observe(session, instance, around.signal));
      await ticked(1);
    });
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    for (const instance of group.instances) record(instance, withoutProvider(instance, error));
    await ticked(group.instances.length);
  }
}

/** The provider that is a part of Terraform itself: what it manages (`terraform_data`) is in the state and nowhere else. */
const BUILT_IN = /^terraform\.io\/builtin\//;

/** What is not read at all, since there is nothing in a cloud that it could differ from. */
function leftOut(instance: StateInstance): Observation | undefined {
  if (instance.mode === 'data') return unseen(instance, 'skipped', 'data_source');
  if (BUILT_IN.test(instance.provider.source)) return unseen(instance, 'skipped', 'built_in');
  return undefined;
}

function otherAccount(theirs: string): string {
  return `It lives in account ${theirs}, and the credentials are for another one; scan it with a role of that account.`;
}

function verdictOf(result: DriftResult): Omit<Coverage, 'state_key'> {
  const { instance, kind, reason } = result;
  const what = { resource: instance.address, type: instance.type, verdict: kind };
  return reason === undefined ? what : { ...what, reason };
}

/** The live objects by instance, as the provider gave them. */
function objectsOf(observations: ReadonlyMap<StateInstance, Observation>): Map<StateInstance, LiveObject> {
  return new Map(
    [...observations].flatMap(([instance, observation]) =>
      'seen' in observation && observation.object ? [[instance, observation.object]] : [],
    ),
  );
}

/** Findings and verdicts of one state, in the state's order. */
export async function scanState(
  key: string,
  state: State,
  around: ScanSurroundings,
  ticked: Ticked,
): Promise<{ findings: Finding[]; coverage: Coverage[] }> {
  const observations = new Map<StateInstance, Observation>();
  const record = (instance: StateInstance, observation: Observation) => void observations.set(instance, observation);
  for (const instance of state.instances) {
    const skipped = leftOut(instance);
    if (skipped) record(instance, skipped);
  }
  const places = placeInstances(state.instances, around.target.region);
  const placeOf = (instance: StateInstance): Place =>
    places.get(instance) ?? { region: around.target.region, account: undefined };
  const foreign = await foreignConfigurations(state.instances, placeOf, around.target.account);
  for (const instance of state.instances) {
    const account = foreign.get(instance.provider.text);
    if (account !== undefined && !observations.has(instance))
      record(instance, unseen(instance, 'unreadable', 'other_account', otherAccount(account)));
  }
  await ticked(observations.size);

  const managed = state.instances.filter((instance) => !observations.has(instance));
  for (const group of groupInstances(managed, placeOf)) await observeGroup(group, around, ticked, record);

  const seen = managed.flatMap((instance) => {
    const observation = observations.get(instance);
    return observation && 'seen' in observation ? [observation.seen] : [];
  });
  // A parent may show what a child is that could not be read; a deposed object and a data source are nobody's child.
  const unseenChildren = state.instances.filter((instance) => {
    const observation = observations.get(instance);
    const unread = observation && 'unseen' in observation && observation.unseen.verdict !== 'skipped';
    return unread && instance.deposed === undefined;
  });
  const judged = await judgeResults(findDrift(seen, unseenChildren), {
    instances: state.instances,
    objects: objectsOf(observations),
    signal: around.signal,
    async inSessions(instances, ask) {
      for (const group of groupInstances(instances, placeOf))
        await inSession(group, around, ask).catch((error: unknown) => {
          // Not to be had any more: then nothing is acquitted.
          if (!(error instanceof ProviderProblem)) throw error;
        });
    },
  });
  const results = new Map(judged.map((result) => [result.instance, result]));
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
