import { refOf, type SourcedRule } from '../drift/rules/ignore.ts';
import { ignoredDetail } from '../drift/rules/without-ignored.ts';
import type { StateInstance } from '../drift/state/parse.ts';
import type { Place } from '../drift/state/place.ts';
import type { ProviderProblem } from '../provider/problem.ts';
import { foreignConfigurations } from './accounts.ts';
import { doubtDeletions, otherAccount } from './doubts.ts';
import { observe, unseen, type Observation } from './observe.ts';
import type { CloudTarget } from './ports.ts';
import { isAws } from './provider-config.ts';
import type { Sessions } from './sessions.ts';

/** The provider would say so, too, but at length and without a way out. */
const NO_CREDENTIALS =
  'There are no AWS credentials to read it with: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and check that they have not expired.';

/** Says that a few more instances are done. */
export type Ticked = (instances: number) => Promise<void>;

export type Observing = {
  target: CloudTarget;
  placeOf: (instance: StateInstance) => Place;
  /** The rule that takes a whole instance out, if any. */
  ignoredBy: (instance: StateInstance) => SourcedRule | undefined;
  inSessions: Sessions;
  ticked: Ticked;
  signal: AbortSignal | undefined;
};

type Record = (instance: StateInstance, observation: Observation) => void;

/** The verdict on instances of a provider that cannot be used: not there or not wanted is our limit, the rest a failed look. */
function withoutProvider(instance: StateInstance, { code, message }: ProviderProblem): Observation {
  if (code === 'provider_not_found') return unseen(instance, 'unsupported', 'no_provider', message);
  return unseen(instance, code === 'provider_not_allowed' ? 'unsupported' : 'unreadable', code, message);
}

/** Reads every instance through its provider; each gets its observation, whatever happens. */
async function observeAll(
  instances: StateInstance[],
  { target, inSessions, ticked, signal }: Observing,
  record: Record,
): Promise<void> {
  const [closed, open] = [
    instances.filter((one) => isAws(one.provider.source) && !target.credentials),
    instances.filter((one) => !isAws(one.provider.source) || target.credentials),
  ];
  for (const one of closed) record(one, unseen(one, 'unreadable', 'credentials_missing', NO_CREDENTIALS));
  await ticked(closed.length);
  await inSessions(
    open,
    async (session, instance) => {
      record(instance, await observe(session, instance, signal));
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
function leftOut(instance: StateInstance, ignoredBy: SourcedRule | undefined): Observation | undefined {
  if (instance.mode === 'data') return unseen(instance, 'skipped', 'data_source');
  if (BUILT_IN.test(instance.provider.source)) return unseen(instance, 'skipped', 'built_in');
  if (!ignoredBy) return undefined;
  const skipped = { verdict: 'skipped', reason: 'ignored', detail: ignoredDetail(ignoredBy) } as const;
  return { unseen: { resource: instance.address, type: instance.type, ...skipped, ignored_by: [refOf(ignoredBy)] } };
}

/** What became of every instance of a state: each gets its observation. What is `known` of some is not asked again. */
export async function observeState(
  instances: readonly StateInstance[],
  observing: Observing,
  known: ReadonlyMap<StateInstance, Observation>,
): Promise<Map<StateInstance, Observation>> {
  const { target, placeOf, ignoredBy, inSessions, ticked, signal } = observing;
  const observations = new Map<StateInstance, Observation>(known);
  const record: Record = (instance, observation) => void observations.set(instance, observation);
  for (const instance of instances) {
    const skipped = leftOut(instance, ignoredBy(instance));
    if (skipped && !known.has(instance)) record(instance, skipped);
  }
  const foreign = await foreignConfigurations(instances, placeOf, target.account);
  for (const instance of instances) {
    const account = foreign.get(instance.provider.text);
    if (account !== undefined && !observations.has(instance)) record(instance, otherAccount(instance, account));
  }
  await ticked(observations.size);
  const managed = instances.filter((instance) => !observations.has(instance));
  await observeAll(managed, observing, record);
  await doubtDeletions({ observations, placeOf, account: target.account, inSessions, signal });
  return observations;
}
