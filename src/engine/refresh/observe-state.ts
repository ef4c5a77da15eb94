import { refOf, type SourcedRule } from '../ignore/ignore.ts';
import { ignoredDetail } from '../ignore/without-ignored.ts';
import type { StateInstance } from '../state/parse.ts';
import type { ProviderProblem } from '../../provider/contract/problem.ts';
import { adviceFor } from '../../provider/read-errors/advice.ts';
import { reasonOf } from '../../provider/read-errors/reason.ts';
import { confirmDeletions } from './confirm-deletions.ts';
import {
  observer,
  settingsMissing,
  unseen,
  type Observation,
  type Observations,
  type Observe,
  type Surroundings,
} from './observe.ts';
import type { CloudTarget, NoAccess } from './cloud-target.ts';
import { isAws } from '../state/provider-address.ts';
import { missingIn } from './providing.ts';
import { recorder } from './computed-only-changes.ts';
import type { Sessions } from './sessions.ts';

const PLACE_UNKNOWN =
  'Nothing in the state says in which region it lives: neither itself nor another resource of the same provider configuration. Set the default region (region, --region).';

/** Says that a few more instances are done. */
export type Ticked = (instances: number) => Promise<void>;

type Observing = Pick<StateReading, 'placeOf' | 'givenTo' | 'inSessions'> & {
  ticked: Ticked;
  /** These were read before, as an earlier version of the state had them. */
  again: boolean;
};

type Record = (instance: StateInstance, observation: Observation) => void;

/** What a provider that does not let itself be configured says, by the reasons of reads: it may have asked its server already. */
function unconfigured(instance: StateInstance, message: string, missing: string | undefined): Observation {
  const reason = reasonOf(message);
  const known = OF_THE_SERVER.has(reason) ? reason : 'provider_configure_failed';
  const advice = known === reason ? adviceFor(reason, message) : undefined;
  const failed = unseen(instance, 'unreadable', known, advice === undefined ? message : `${advice} ${message}`);
  return missing === undefined ? failed : settingsMissing(failed, missing);
}

const OF_THE_SERVER: ReadonlySet<string> = new Set(['credentials_rejected', 'unreachable', 'denied']);

/**
 * The verdict on instances of a provider that cannot be used: not there or not wanted is our limit, the rest, credentials
 * that are not to be had among it, a failed look.
 */
function withoutProvider(
  instance: StateInstance,
  problem: ProviderProblem | NoAccess,
  missing: string | undefined,
): Observation {
  if ('reason' in problem) return unseen(instance, 'unreadable', problem.reason, problem.detail);
  const { code, message } = problem;
  if (code === 'provider_configure_failed') return unconfigured(instance, message, missing);
  if (code === 'provider_not_found') return unseen(instance, 'unsupported', 'no_provider', message);
  return unseen(instance, code === 'provider_not_allowed' ? 'unsupported' : 'unreadable', code, message);
}

/** Whether the cloud did not take the credentials, though they may be the right ones, made anew. */
const isRefused = (observation: Observation): boolean =>
  'unseen' in observation && /^credentials_(?:expired|rejected)$/.test(observation.unseen.reason ?? '');

/** Reads every instance through its provider; each gets its observation, whatever happens. */
async function observeAll(
  instances: StateInstance[],
  { placeOf, givenTo, inSessions, ticked, again }: Observing,
  observe: Observe,
  record: Record,
): Promise<void> {
  const isNowhere = (one: StateInstance) => isAws(one.provider.source) && placeOf(one).region === undefined;
  const [nowhere, somewhere] = [instances.filter(isNowhere), instances.filter((one) => !isNowhere(one))];
  for (const one of nowhere) record(one, unseen(one, 'unreadable', 'place_unknown', PLACE_UNKNOWN));
  await ticked(nowhere.length);
  await inSessions(
    somewhere,
    async (session, instance, last) => {
      const observation = await observe(session, instance, { again });
      const refused = isRefused(observation);
      if (refused && !last) return 'refused';
      record(instance, observation);
      await ticked(1);
      return refused ? 'refused' : undefined;
    },
    async (without, problem) => {
      for (const instance of without)
        record(instance, withoutProvider(instance, problem, missingIn(givenTo(instance))));
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

/** What reading a state needs to know of it. */
export type StateReading = Surroundings & {
  instances: readonly StateInstance[];
  /** The rule that takes a whole instance out, if any. */
  ignoredBy: (instance: StateInstance) => SourcedRule | undefined;
  inSessions: Sessions;
};

/**
 * Reads every instance of a state, compares it with its live values, and has deletions confirmed. Each gets its observation,
 * whatever happens; of those in `earlier`, which an earlier version of the state had as well, nothing is asked again.
 */
export async function refreshState(
  state: StateReading,
  target: CloudTarget,
  ticked: Ticked,
  earlier: Observations | undefined,
): Promise<Observations> {
  const { instances, placeOf, givenTo, ignoredBy, inSessions } = state;
  const observe = observer(state);
  const observations = new Map<StateInstance, Observation>(earlier);
  const record: Record = recorder(observations);
  for (const instance of instances) {
    const skipped = leftOut(instance, ignoredBy(instance));
    if (skipped && !observations.has(instance)) record(instance, skipped);
  }
  await ticked(observations.size);
  const managed = instances.filter((instance) => !observations.has(instance));
  await observeAll(managed, { ...state, ticked, again: earlier !== undefined }, observe, record);
  await confirmDeletions({ observations, placeOf, givenTo, target, inSessions, observe });
  return observations;
}
