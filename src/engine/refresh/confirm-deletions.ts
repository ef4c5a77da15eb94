import { cloudOf, cloudOfType, entryOf } from '../../clouds/clouds.ts';
import type { StateInstance } from '../state/parse.ts';
import type { FoundPlace, Place } from '../state/place.ts';
import { unseen, type Observation, type Observe, type Seen, type StateFacts } from './observe.ts';
import type { CloudTarget } from './cloud-target.ts';
import type { Sessions } from './sessions.ts';

export type Confirming = {
  observations: Map<StateInstance, Observation>;
  placeOf: (instance: StateInstance) => FoundPlace;
  givenTo: StateFacts['givenTo'];
  target: Pick<CloudTarget, 'access'>;
  inSessions: Sessions;
  observe: Observe;
};

const seenIn = (observation: Observation | undefined): Seen | undefined =>
  observation && 'seen' in observation ? observation.seen : undefined;

const isThere = (observation: Observation | undefined): boolean =>
  seenIn(observation) !== undefined && seenIn(observation)?.status !== 'deleted';

/** The instances that their provider reports as deleted. `byCloud` tells whether the cloud itself answered. */
const deletedIn = (observations: Confirming['observations']) =>
  [...observations].flatMap(([instance, one]) => {
    const seen = seenIn(one);
    return seen?.status === 'deleted' ? [{ instance, byCloud: seen.byCloud }] : [];
  });

/**
 * Confirms deletions by a witness, since a wrong server, wrong credentials and outages look like deletions. The cloud
 * itself is the witness if it answered in the region and account that the instance names. Otherwise another instance of
 * the same provider configuration is, if it still exists after the deletion was read again. Deletions without a witness
 * count as not checked.
 */
export async function confirmDeletions(confirming: Confirming): Promise<void> {
  const { observations, placeOf, inSessions, observe } = confirming;
  await readInUsualPlaces(confirming);
  const unconfirmed: StateInstance[] = [];
  for (const { instance, byCloud } of deletedIn(observations))
    if (!byCloud || !(await isPlaceKnown(instance, confirming))) unconfirmed.push(instance);
  const witnesses = witnessesOf(unconfirmed, confirming);
  const nobody = () => undefined;
  await inSessions(
    [...witnesses.keys()],
    async (session, instance) => void observations.set(instance, await observe(session, instance, { again: true })),
    nobody,
  );
  const still = unconfirmed.filter((instance) => seenIn(observations.get(instance))?.status === 'deleted');
  const alive = new Set<StateInstance>();
  await inSessions(
    [...new Set(still.flatMap((instance) => witnesses.get(instance) ?? []))],
    async (session, witness) => {
      const observation = await observe(session, witness, { again: true });
      if (isThere(observation) && seenIn(observation)?.byCloud !== false) alive.add(witness);
    },
    nobody,
  );
  for (const instance of still) {
    const witness = witnesses.get(instance);
    if (witness === undefined || !alive.has(witness))
      observations.set(
        instance,
        unseen(instance, 'suspect', 'deletion_unconfirmed', unconfirmedDetail(instance, placeOf)),
      );
  }
}

/** True if the provider reads the type with a call. It does not read `vault_generic_…` with `disable_read`. */
const isRead = ({ type, values }: StateInstance): boolean =>
  !entryOf(type)?.isNeverRead && !(type.startsWith('vault_generic_') && values().disable_read === true);

/**
 * Read errors after which other deletions are doubtful, too. A witness of another type does not count then, since some
 * types are read without a call.
 */
const FAILED_READS = /^(?:unreachable|credentials_.*|denied|timeout|unavailable|throttled|settings_missing)$/;

/**
 * Chooses a witness for each deletion from the same provider configuration, region and account. Instances of the same
 * type are preferred; if reads failed, only they count. A global resource is no witness for a region that the deleted
 * instance does not name itself. Two configurations count as one server only if one entry of the settings names their
 * states.
 */
function witnessesOf(
  deleted: readonly StateInstance[],
  { observations, placeOf, givenTo }: Confirming,
): Map<StateInstance, StateInstance> {
  const keyOf = (instance: StateInstance, type: string): string => {
    const { region, account } = placeOf(instance);
    const { source, text } = instance.provider;
    if (cloudOf(source)) return JSON.stringify([type, text, region, account]);
    const settings = givenTo(instance);
    return JSON.stringify([
      type,
      settings && 'entry' in settings && !settings.isShared ? [source, settings.entry] : text,
    ]);
  };
  const ALL = '';
  const [there, regional] = [new Map<string, StateInstance>(), new Map<string, StateInstance>()];
  const failing = new Set<string>();
  for (const [instance, one] of observations) {
    if ('unseen' in one && FAILED_READS.test(one.unseen.reason ?? '')) failing.add(keyOf(instance, ALL));
    if (!isThere(one) || !isRead(instance)) continue;
    for (const key of [keyOf(instance, instance.type), keyOf(instance, ALL)]) {
      there.set(key, instance);
      if (!cloudOfType(instance.type)?.isGlobal(instance.type)) regional.set(key, instance);
    }
  }
  return new Map(
    deleted.flatMap((instance) => {
      const able = placeOf(instance).regionBy === 'itself' ? there : regional;
      const all = keyOf(instance, ALL);
      const witness = able.get(keyOf(instance, instance.type)) ?? (failing.has(all) ? undefined : able.get(all));
      return witness ? [[instance, witness] as const] : [];
    }),
  );
}

/** True if the read went to the region and account that the instance names. A cloud also answers in wrong ones. */
async function isPlaceKnown(instance: StateInstance, { placeOf, target }: Confirming): Promise<boolean> {
  const { account, regionBy } = placeOf(instance);
  const access = await target.access(account);
  const isOurs = account === undefined || !('account' in access) || access.account !== undefined;
  return (
    isOurs &&
    ((account !== undefined && regionBy === 'itself') ||
      cloudOfType(instance.type)?.isNameUnique(instance.type) === true)
  );
}

function unconfirmedDetail(instance: StateInstance, placeOf: Confirming['placeOf']): string {
  const { regionBy, region } = placeOf(instance);
  const why = {
    nobody: 'nothing in the state says',
    others: 'only others of its provider configuration or the code say',
  };
  const looked =
    regionBy === 'nobody' || regionBy === 'others'
      ? ` (looked for in ${region}, since ${why[regionBy]} in which region it lives)`
      : '';
  const other = cloudOf(instance.provider.source)
    ? 'Another account or region and missing permissions look the same: check the credentials and the default region.'
    : 'Another server, wrong credentials and missing permissions look the same: check what PLUMBLINE_PROVIDER_SETTINGS gives this configuration.';
  return `The provider says that it is gone, and nothing confirms that: nothing else of ${instance.provider.text} in this state vouches for it${looked}. ${other}`;
}

/**
 * Reads deleted instances again in the usual region and account of their provider configuration: if they exist there,
 * they are not deleted. A resource with another ARN than in the state only has the same name.
 */
async function readInUsualPlaces({ observations, placeOf, inSessions, observe }: Confirming): Promise<void> {
  const usual = (instance: StateInstance): Place => {
    const { region, account, usual: common } = placeOf(instance);
    return { region: common.region ?? region, account: common.account ?? account };
  };
  const odd = deletedIn(observations).flatMap(({ instance }) => {
    const [own, common] = [placeOf(instance), usual(instance)];
    return own.region !== common.region || own.account !== common.account ? [instance] : [];
  });
  await inSessions(
    odd,
    async (session, instance) => {
      const observation = await observe(session, instance, { otherPlace: usual(instance) });
      if (isThere(observation)) observations.set(instance, observation);
    },
    () => undefined,
    usual,
  );
}
