import type { StateInstance } from '../drift/state/parse.ts';
import { isGlobal } from '../drift/state/own-place.ts';
import type { FoundPlace, Place } from '../drift/state/place.ts';
import { unseen, type Observation, type Observe } from './observe.ts';
import type { CloudTarget } from './ports.ts';
import { isAws } from './provider-config.ts';
import type { Sessions } from './sessions.ts';

/** From so many deletions in a state on, and beyond such a share, they are not taken at their word. */
const MANY = 5;
const SHARE = 0.2;

export type Doubting = {
  observations: Map<StateInstance, Observation>;
  placeOf: (instance: StateInstance) => FoundPlace;
  target: Pick<CloudTarget, 'access'>;
  inSessions: Sessions;
  observe: Observe;
};

const isSeen = (observation: Observation | undefined): observation is Extract<Observation, { seen: unknown }> =>
  observation !== undefined && 'seen' in observation;

function deletedIn(observations: ReadonlyMap<StateInstance, Observation>): StateInstance[] {
  return [...observations]
    .filter(([, observation]) => isSeen(observation) && observation.seen.status === 'deleted')
    .map(([instance]) => instance);
}

/**
 * Looks twice at what a provider calls deleted, since wrong credentials, a wrong region and trouble of the cloud look the same.
 * What is not where it said it was is looked for where its siblings are; what was looked for in a place that is a guess is
 * unreadable; many deletions at once are read again, and held back as suspect when they stay.
 */
export async function doubtDeletions(doubting: Doubting): Promise<void> {
  await doubtOddPlaces(doubting);
  await doubtGuesses(doubting);
  await doubtMany(doubting);
}

/**
 * What is not where it says it lives may be where the rest of its provider configuration is: then it is not deleted. What is found
 * there under another ARN than the state's only has its name.
 */
async function doubtOddPlaces(doubting: Doubting): Promise<void> {
  const { observations, placeOf, inSessions, observe } = doubting;
  const usual = (instance: StateInstance): Place => {
    const { region, account, usual: common } = placeOf(instance);
    return { region: common.region ?? region, account: common.account ?? account };
  };
  const odd = deletedIn(observations).filter((instance) => {
    const { region, account } = placeOf(instance);
    const common = usual(instance);
    return isAws(instance.provider.source) && (common.region !== region || common.account !== account);
  });
  await inSessions(
    odd,
    async (session, instance) => {
      const there = await observe(session, instance, { elsewhere: usual(instance) });
      if (isSeen(there) && there.seen.status !== 'deleted') observations.set(instance, there);
    },
    () => undefined,
    usual,
  );
}

/** Names of buckets are unique in all of AWS: one that is not found is in no other account either. */
const BUCKET = /^aws_s3_bucket(?:_|$)/;

/** An account that the credentials could not be compared with, and a place that nobody named, may be the wrong ones. */
async function doubtGuesses({ observations, placeOf, target }: Doubting): Promise<void> {
  const told = deletedIn(observations).filter((instance) => isAws(instance.provider.source));
  const present = [...observations].flatMap(([instance, one]) =>
    isSeen(one) && one.seen.status !== 'deleted' ? [instance] : [],
  );
  /** Whether something that is there proves the guess right. */
  const isProven = ({ provider: { text } }: StateInstance, guessed: 'region' | 'account') =>
    present.some((one) => one.provider.text === text && (guessed === 'account' || !isGlobal(one)));
  for (const instance of told) {
    const { region, account, guessed } = placeOf(instance);
    const access = await target.access(account);
    if (account !== undefined && 'account' in access && access.account === undefined) {
      const detail = `It was not found, but whose account the credentials are for could not be told (sts:GetCallerIdentity failed), and it lives in ${account}.`;
      observations.set(instance, unseen(instance, 'unreadable', 'account_unknown', detail));
    } else if (guessed && !BUCKET.test(instance.type) && !isProven(instance, guessed)) {
      const detail = `It was not found in ${region}, and nothing in the state says in which ${guessed} it lives; nothing else of its provider configuration was found there either. It may be deleted, or be somewhere else: check the default region and the role.`;
      observations.set(instance, unseen(instance, 'unreadable', 'place_unknown', detail));
    }
  }
}

async function doubtMany({ observations, inSessions, observe }: Doubting): Promise<void> {
  const looked = [...observations.values()].filter(isSeen).length;
  const gone = deletedIn(observations);
  const tooMany = (instances: unknown[]) => instances.length >= MANY && instances.length > SHARE * looked;
  if (!tooMany(gone)) return;
  await inSessions(
    gone,
    async (session, instance) => {
      const again = await observe(session, instance, { again: true });
      // A second look that fails takes nothing back.
      if (isSeen(again)) observations.set(instance, again);
    },
    () => undefined,
  );
  const still = deletedIn(observations);
  if (!tooMany(still)) return;
  const detail = `Read twice, ${still.length} of the ${looked} resources of this state look deleted at once. That is more often wrong credentials, a wrong region or trouble of the cloud than drift, so none is taken for deleted: check the role, its account and the region.`;
  for (const instance of still) observations.set(instance, unseen(instance, 'suspect', 'mass_deletion', detail));
}
