import type { Reading } from '../refresh/cloud-target.ts';
import { inTurn } from '../refresh/in-turn.ts';
import type { Way } from '../refresh/sessions.ts';
import type { ProviderSession } from '../../provider/contract/types.ts';
import type { ManagedIndex } from './managed.ts';
import { admitting, inPlace, listPlace, nowhere, typesToList, withoutList, type ListerFor } from './place.ts';
import type { InventorySink } from './ports.ts';
import { ownersIn } from './owners.ts';
import { createSeenParents } from './seen.ts';
import { indexStates, type StatePlace, type StatesInput } from './states.ts';

export type InventoryInput = Reading &
  Omit<StatesInput, 'region' | 'codeOf' | 'settingsFor'> & {
    sink: InventorySink;
    /** Creates the lister of a location. */
    listerFor: ListerFor;
    /** Selects the types to report; all, if absent. */
    wanted?: (type: string) => boolean;
    /** Also list types whose lists take many calls. */
    withExpensive?: boolean;
    /** Objects created after this time get the class `waiting`: a running apply may have created them. */
    since: Date;
    now: Date;
  };

/** The provider of a location that comes from no state. */
const AWS_PROVIDER = {
  source: 'registry.terraform.io/hashicorp/aws',
  text: 'provider["registry.terraform.io/hashicorp/aws"]',
};

/** The locations of the states, or the default region of the own account if the states have none. */
function placesOf(places: readonly StatePlace[], region: string | undefined): readonly StatePlace[] {
  if (region === undefined || places.some(({ configuration }) => configuration === undefined)) return places;
  return [
    ...places,
    {
      provider: AWS_PROVIDER,
      account: undefined,
      region,
      configuration: undefined,
      name: '',
      stateKey: '',
      versions: new Map(),
    },
  ];
}

/**
 * Finds the objects in the cloud that are in no state. Lists return candidates; an import by the provider proves each
 * candidate that matches no state; the object gets a class and a severity. A list that omits a managed instance that
 * was just read counts as not listed. The sink receives objects and coverage as they come. Returns the states that
 * could not be read. Throws the errors of the sink and the source, and the abort reason of `signal`.
 */
export async function takeInventory(input: InventoryInput): Promise<string[]> {
  const { sink, target } = input;
  const { index, places, unread } = await indexStates({ ...input, region: target.region });
  const isFirst = createFirsts();
  try {
    await inTurn(placesOf(places, target.region), async (statePlace, goesOn) => {
      const own = statePlace.name === '' ? sink : (sink.of?.(statePlace.name) ?? sink);
      const progressing: InventorySink = {
        ...own,
        async object(...of) {
          goesOn();
          await own.object(...of);
        },
      };
      await inPlace(
        input,
        statePlace,
        (session, way) => listInSession({ ...input, sink: progressing }, { statePlace, session, way, index, isFirst }),
        (problem) => own.listing(nowhere(statePlace, problem)),
      );
    });
  } finally {
    input.gateway?.end(input);
  }
  return unread;
}

/** True at the first call for a type in an account: global types are listed in one region of each account. */
function createFirsts(): (account: string | null, type: string) => boolean {
  const seen = new Set<string>();
  return (account, type) => {
    const key = `${account} ${type}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  };
}

type Opened = {
  statePlace: StatePlace;
  session: ProviderSession;
  way: Way;
  index: ManagedIndex;
  isFirst: ReturnType<typeof createFirsts>;
};

/** Lists the types of one location in its session, and reports the types that have no list. */
async function listInSession(
  { sink, listerFor, target, wanted = () => true, withExpensive = false, signal, now, since }: InventoryInput,
  { statePlace, session, way, index, isFirst }: Opened,
): Promise<void> {
  const { configuration } = statePlace;
  const access = configuration === undefined ? await target.access(statePlace.account) : undefined;
  const own = access && 'account' in access ? access.account : undefined;
  const account = statePlace.account ?? own ?? null;
  const place = { account, region: statePlace.region ?? null };
  const lister = listerFor({ session, way, place });
  const listable = await lister.types();
  const types = typesToList(listable, wanted).filter(
    ({ type, scope }) => scope === 'regional' || isFirst(account, type),
  );
  for (const listing of withoutList(listable, { index, place, configuration }))
    if (wanted(listing.type) && (listing.region !== undefined || isFirst(account, listing.type)))
      await sink.listing(listing);
  const parents = createSeenParents(index);
  const ownerOf = await ownersIn(lister, place, signal);
  const context = { session, lister, place, configuration, index, parents, ownerOf, sink, admit: admitting(way) };
  await listPlace(types, { ...context, now, since, withExpensive, signal }, wanted);
}
