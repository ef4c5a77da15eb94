import { refOf, type SourcedRule } from '../ignore/ignore.ts';
import { ignoredDetail } from '../ignore/without-ignored.ts';
import type { StateInstance } from '../state/parse.ts';
import type { ProviderProblem } from '../../provider/contract/problem.ts';
import { withAdvice } from '../../provider/read-errors/advice.ts';
import { reasonOf } from '../../provider/read-errors/reason.ts';
import { confirmDeletions } from './confirm-deletions.ts';
import {
  observer,
  settingsMissing,
  unseen,
  type Observation,
  type Observations,
  type Observe,
  type StateFacts,
} from './observe.ts';
import type { CloudTarget, NoAccess } from './cloud-target.ts';
import { cloudOf } from '../../clouds/clouds.ts';
import { missingIn } from './providing.ts';
import { recorder } from './computed-only-changes.ts';
import type { Sessions } from './sessions.ts';

const PLACE_UNKNOWN =
  'Neither the resource nor another one of the same provider configuration names its region. Set the default region (region, --region); for an alias, scan the directory with its provider block, whose region must have a value there.';

/** Reports that more instances were checked. */
export type Ticked = (instances: number) => Promise<void>;

type Observing = Pick<StateReading, 'placeOf' | 'givenTo' | 'inSessions'> & {
  ticked: Ticked;
  /** True if an earlier version of the state was read before. */
  again: boolean;
};

type Record = (instance: StateInstance, observation: Observation) => void;

/**
 * Reports the error of a configure call. If the provider has called its server already, the reason is that of a failed
 * read.
 */
function configureFailed(instance: StateInstance, message: string, missing: string | undefined): Observation {
  const reason = reasonOf(message);
  const code = SERVER_REASONS.has(reason) ? reason : 'provider_configure_failed';
  const failed = unseen(instance, 'unreadable', code, code === reason ? withAdvice(reason, message, message) : message);
  return missing === undefined ? failed : settingsMissing(failed, missing);
}

const SERVER_REASONS: ReadonlySet<string> = new Set(['credentials_rejected', 'unreachable', 'denied']);

/**
 * The verdict on instances whose provider cannot be used: `unsupported` if it is missing or not allowed, `unreadable`
 * for anything else, such as missing credentials.
 */
function withoutProvider(
  instance: StateInstance,
  problem: ProviderProblem | NoAccess,
  missing: string | undefined,
): Observation {
  if ('reason' in problem) return unseen(instance, 'unreadable', problem.reason, problem.detail);
  const { code, message } = problem;
  if (code === 'provider_configure_failed') return configureFailed(instance, message, missing);
  if (code === 'provider_not_found') return unseen(instance, 'unsupported', 'no_provider', message);
  return unseen(instance, code === 'provider_not_allowed' ? 'unsupported' : 'unreadable', code, message);
}

/** True if the cloud rejected the credentials. Renewed credentials may still work. */
const isRefused = (observation: Observation): boolean =>
  'unseen' in observation && /^credentials_(?:expired|rejected)$/.test(observation.unseen.reason ?? '');

/** Reads every instance through its provider. Each instance gets an observation, also after errors. */
async function observeAll(
  instances: StateInstance[],
  { placeOf, givenTo, inSessions, ticked, again }: Observing,
  observe: Observe,
  record: Record,
): Promise<void> {
  const isNowhere = (one: StateInstance) =>
    cloudOf(one.provider.source) !== undefined && placeOf(one).region === undefined;
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

/** Terraform's built-in provider. Its resources (`terraform_data`) exist only in the state. */
const BUILT_IN = /^terraform\.io\/builtin\//;

/** The verdict on a skipped instance: it has no cloud object, or a rule ignores it. */
function skippedBy(instance: StateInstance, ignoredBy: SourcedRule | undefined): Observation | undefined {
  if (instance.mode === 'data') return unseen(instance, 'skipped', 'data_source');
  if (BUILT_IN.test(instance.provider.source)) return unseen(instance, 'skipped', 'built_in');
  if (!ignoredBy) return undefined;
  const skipped = { verdict: 'skipped', reason: 'ignored', detail: ignoredDetail(ignoredBy) } as const;
  return { unseen: { resource: instance.address, type: instance.type, ...skipped, ignored_by: [refOf(ignoredBy)] } };
}

/** The context for reading a state. */
export type StateReading = StateFacts & {
  instances: readonly StateInstance[];
  /** The rule that ignores a whole instance, if there is one. */
  ignoredBy: (instance: StateInstance) => SourcedRule | undefined;
  inSessions: Sessions;
};

/**
 * Reads every instance of a state, compares it with its live values, and confirms deletions. Each instance gets an
 * observation, also after errors. Observations in `earlier`, from an earlier version of the state, are kept without
 * another read.
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
    const skipped = skippedBy(instance, ignoredBy(instance));
    if (skipped && !observations.has(instance)) record(instance, skipped);
  }
  await ticked(observations.size);
  const managed = instances.filter((instance) => !observations.has(instance));
  // Deletions in earlier observations are already confirmed.
  if (managed.length === 0) return observations;
  await observeAll(managed, { ...state, ticked, again: earlier !== undefined }, observe, record);
  await confirmDeletions({ observations, placeOf, givenTo, target, inSessions, observe });
  return observations;
}
