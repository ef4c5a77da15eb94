import { isGlobal } from '../state/own-place.ts';
import type { StateInstance } from '../state/parse.ts';
import type { FoundPlace, Place } from '../state/place.ts';
import { isAws } from '../state/provider-address.ts';
import { unseen, type Observation, type Observe, type Seen, type Surroundings } from './observe.ts';
import type { CloudTarget } from './cloud-target.ts';
import type { Sessions } from './sessions.ts';

export type Confirming = {
  observations: Map<StateInstance, Observation>;
  placeOf: (instance: StateInstance) => FoundPlace;
  givenTo: Surroundings['givenTo'];
  target: Pick<CloudTarget, 'access'>;
  inSessions: Sessions;
  observe: Observe;
};

const seenIn = (observation: Observation | undefined): Seen | undefined =>
  observation && 'seen' in observation ? observation.seen : undefined;

const isThere = (observation: Observation | undefined): boolean =>
  seenIn(observation) !== undefined && seenIn(observation)?.status !== 'deleted';

/** The instances that their provider calls gone, and whether by the cloud's own word. */
const deletedIn = (observations: Confirming['observations']) =>
  [...observations].flatMap(([instance, one]) => {
    const seen = seenIn(one);
    return seen?.status === 'deleted' ? [{ instance, byCloud: seen.byCloud }] : [];
  });

/**
 * Reports no deletion without a witness, since a wrong server, wrong credentials and trouble of the cloud look like one. The witness
 * is the cloud itself, where it was heard to answer in the place that the instance itself names; else something of the same provider
 * configuration that is there and for which the cloud, where it is heard, was asked, also after the deletion was read once more. What nobody witnesses is not checked.
 */
export async function confirmDeletions(confirming: Confirming): Promise<void> {
  const { observations, placeOf, inSessions, observe } = confirming;
  await readInUsualPlaces(confirming);
  const unsure: StateInstance[] = [];
  for (const { instance, byCloud } of deletedIn(observations))
    if (!byCloud || !(await isPlaceKnown(instance, confirming))) unsure.push(instance);
  const witnesses = witnessesOf(unsure, confirming);
  const nobody = () => undefined;
  await inSessions(
    [...witnesses.keys()],
    async (session, instance) => void observations.set(instance, await observe(session, instance, { again: true })),
    nobody,
  );
  const still = unsure.filter((instance) => seenIn(observations.get(instance))?.status === 'deleted');
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
      observations.set(instance, unseen(instance, 'suspect', 'deletion_unconfirmed', unconfirmed(instance, placeOf)));
  }
}

/** Types whose `Read` is a no-op by the sources of their providers; `vault_generic_…` is so where it says `disable_read`. */
const UNREAD =
  /^(?:aws_(?:lambda_invocation|kms_ciphertext|grafana_workspace_api_key|ram_sharing_with_organization)|google_project_service_identity)$/;

const isRead = ({ type, values }: StateInstance): boolean =>
  !UNREAD.test(type) && !(type.startsWith('vault_generic_') && values().disable_read === true);

/** Reasons for which a provider may call gone what it could not read either; some types are read without asking anybody. */
const TROUBLE = /^(?:unreachable|credentials_.*|denied|timeout|unavailable|throttled|settings_missing)$/;

/**
 * For each deletion what of the same provider configuration is in the same place, if anything is: rather of the same type, and of no other
 * where reads there failed. A region that it does not name itself is proven by nothing that is in all of them. That two configurations
 * are one server takes an entry that says which states it is for.
 */
function witnessesOf(
  deleted: readonly StateInstance[],
  { observations, placeOf, givenTo }: Confirming,
): Map<StateInstance, StateInstance> {
  const keyOf = (instance: StateInstance, type: string): string => {
    const { region, account } = placeOf(instance);
    const { source, text } = instance.provider;
    if (isAws(source)) return JSON.stringify([type, text, region, account]);
    const given = givenTo(instance);
    return JSON.stringify([type, given && 'entry' in given && !given.isShared ? [source, given.entry] : text]);
  };
  const ALL = '';
  const [there, regional] = [new Map<string, StateInstance>(), new Map<string, StateInstance>()];
  const troubled = new Set<string>();
  for (const [instance, one] of observations) {
    if ('unseen' in one && TROUBLE.test(one.unseen.reason ?? '')) troubled.add(keyOf(instance, ALL));
    if (!isThere(one) || !isRead(instance)) continue;
    for (const key of [keyOf(instance, instance.type), keyOf(instance, ALL)]) {
      there.set(key, instance);
      if (!isGlobal(instance)) regional.set(key, instance);
    }
  }
  return new Map(
    deleted.flatMap((instance) => {
      const able = placeOf(instance).regionBy === 'itself' ? there : regional;
      const all = keyOf(instance, ALL);
      const witness = able.get(keyOf(instance, instance.type)) ?? (troubled.has(all) ? undefined : able.get(all));
      return witness ? [[instance, witness] as const] : [];
    }),
  );
}

/** Names of buckets are unique in all of AWS: one that is not found is in no other account either. */
const BUCKET = /^aws_s3_bucket(?:_|$)/;

/** Whether the cloud was asked where the instance itself says that it is: it answers in the wrong region or account, too. */
async function isPlaceKnown(instance: StateInstance, { placeOf, target }: Confirming): Promise<boolean> {
  const { account, regionBy } = placeOf(instance);
  const access = await target.access(account);
  const isOurs = account === undefined || !('account' in access) || access.account !== undefined;
  return isOurs && ((account !== undefined && regionBy === 'itself') || BUCKET.test(instance.type));
}

function unconfirmed(instance: StateInstance, placeOf: Confirming['placeOf']): string {
  const { regionBy, region } = placeOf(instance);
  const why = {
    nobody: 'nothing in the state says',
    others: 'only others of its provider configuration or the code say',
  };
  const looked =
    regionBy === 'nobody' || regionBy === 'others'
      ? ` (looked for in ${region}, since ${why[regionBy]} in which region it lives)`
      : '';
  const other = isAws(instance.provider.source)
    ? 'Another account or region and missing permissions look the same: check the credentials and the default region.'
    : 'Another server, wrong credentials and missing permissions look the same: check what PLUMBLINE_PROVIDER_SETTINGS gives this configuration.';
  return `The provider says that it is gone, and nothing confirms that: nothing else of ${instance.provider.text} in this state vouches for it${looked}. ${other}`;
}

/**
 * What is not where it says it lives may be where the rest of its provider configuration is: then it is not deleted. What is found
 * there under another ARN than the state's only has its name.
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
      const there = await observe(session, instance, { elsewhere: usual(instance) });
      if (isThere(there)) observations.set(instance, there);
    },
    () => undefined,
    usual,
  );
}
