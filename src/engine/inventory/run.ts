import type { Reading } from '../refresh/cloud-target.ts';
import { inTurn } from '../refresh/in-turn.ts';
import { admitting, inPlace, listPlace, nowhere, typesToList, withoutList, type ListerFor } from './place.ts';
import type { InventorySink } from './ports.ts';
import { createSeenParents } from './seen.ts';
import { indexStates, type StatePlace, type StatesInput } from './states.ts';

export type InventoryInput = Reading &
  Omit<StatesInput, 'region' | 'codeOf'> & {
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

/** The result of an inventory: states that could not be read, and the number of locations. */
export type InventoryEnd = { unreadStates: string[]; places: number };

/** The provider of a location that comes from no state. */
const AWS_PROVIDER = {
  source: 'registry.terraform.io/hashicorp/aws',
  text: 'provider["registry.terraform.io/hashicorp/aws"]',
};

/** The locations of the states, or the default region of the own account if the states have none. */
function placesOf(places: readonly StatePlace[], region: string | undefined): readonly StatePlace[] {
  if (places.length > 0 || region === undefined) return places;
  return [{ provider: AWS_PROVIDER, account: undefined, region, stateKey: '', versions: new Map() }];
}

/**
 * Finds the objects in the cloud that are in no state. Lists return candidates; an import by the provider proves each
 * candidate that matches no state; the object gets a class and a severity. A list that omits a managed instance that
 * was just read counts as not listed. The sink receives objects and coverage as they come. Throws the errors of the
 * sink and the source, and the abort reason of `signal`.
 */
export async function takeInventory(input: InventoryInput): Promise<InventoryEnd> {
  const { sink, listerFor, target, wanted = () => true, withExpensive = false, signal, now, since } = input;
  const { index, places, unread } = await indexStates({ ...input, region: target.region });
  const globalDone = new Set<string>();
  const all = placesOf(places, target.region);
  try {
    await inTurn(all, async (statePlace, goesOn) => {
      await inPlace(
        input,
        statePlace,
        async (session, way) => {
          const access = await target.access(statePlace.account);
          const account = statePlace.account ?? ('account' in access ? access.account : undefined) ?? null;
          const place = { account, region: statePlace.region };
          const lister = listerFor({ session, way, place });
          const isFirst = (type: string): boolean => {
            const key = `${account} ${type}`;
            return !globalDone.has(key) && globalDone.add(key).size > 0;
          };
          const known = await lister.types();
          const types = typesToList(known, wanted).filter(({ type, scope }) => scope === 'regional' || isFirst(type));
          for (const listing of withoutList(known, { index, place }))
            if (wanted(listing.type) && (listing.region !== undefined || isFirst(listing.type)))
              await sink.listing(listing);
          const parents = createSeenParents(index);
          const context = { session, lister, place, index, parents, now, since, withExpensive, signal };
          const hearing: InventorySink = {
            ...sink,
            async object(...of) {
              goesOn();
              await sink.object(...of);
            },
          };
          await listPlace(types, { ...context, sink: hearing, admit: admitting(way) }, wanted);
        },
        (problem) => sink.listing(nowhere(statePlace, problem)),
      );
    });
  } finally {
    input.gateway?.end(input);
  }
  return { unreadStates: unread, places: all.length };
}
