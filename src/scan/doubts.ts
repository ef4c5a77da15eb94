import type { StateInstance } from '../drift/state/parse.ts';
import type { Place } from '../drift/state/place.ts';
import { observe, unseen, type Observation } from './observe.ts';
import { isAws } from './provider-config.ts';
import type { Sessions } from './sessions.ts';

/** From so many deletions in a state on, and beyond such a share, they are not taken at their word. */
const MANY = 5;
const SHARE = 0.2;

export type Doubting = {
  observations: Map<StateInstance, Observation>;
  placeOf: (instance: StateInstance) => Place;
  /** Whose the credentials are; undefined where that is not to be had. */
  account: () => Promise<string | undefined>;
  inSessions: Sessions;
  signal: AbortSignal | undefined;
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
 * What lives in an account that the credentials are not for is unreadable; many deletions at once are read again, and
 * held back as suspect when they stay.
 */
export async function doubtDeletions(doubting: Doubting): Promise<void> {
  await doubtAccounts(doubting);
  await doubtMany(doubting);
}

async function doubtAccounts({ observations, placeOf, account }: Doubting): Promise<void> {
  const told = deletedIn(observations).filter(
    (instance) => isAws(instance.provider.source) && placeOf(instance).account !== undefined,
  );
  if (told.length === 0) return;
  const ours = await account();
  for (const instance of told) {
    const theirs = placeOf(instance).account;
    if (ours === undefined) {
      const detail = `It was not found, but whose account the credentials are for could not be told (sts:GetCallerIdentity failed), and it lives in ${theirs}.`;
      observations.set(instance, unseen(instance, 'unreadable', 'account_unknown', detail));
    } else if (ours !== theirs) observations.set(instance, otherAccount(instance, theirs ?? ''));
  }
}

/** The verdict on an instance of an account that the credentials are not for. */
export function otherAccount(instance: StateInstance, theirs: string): Observation {
  const detail = `It lives in account ${theirs}, and the credentials are for another one; scan it with a role of that account.`;
  return unseen(instance, 'unreadable', 'other_account', detail);
}

async function doubtMany({ observations, inSessions, signal }: Doubting): Promise<void> {
  const looked = [...observations.values()].filter(isSeen).length;
  const gone = deletedIn(observations);
  const tooMany = (instances: unknown[]) => instances.length >= MANY && instances.length > SHARE * looked;
  if (!tooMany(gone)) return;
  await inSessions(
    gone,
    async (session, instance) => {
      const again = await observe(session, instance, signal);
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
