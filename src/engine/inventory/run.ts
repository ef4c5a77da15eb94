import type { Reading } from '../refresh/cloud-target.ts';
import { inTurn } from '../refresh/in-turn.ts';
import { admitting, inPlace, listPlace, nowhere, typesToList, withoutList, type ListerFor } from './place.ts';
import type { InventorySink } from './ports.ts';
import { createSeenParents } from './seen.ts';
import { indexStates, type StatePlace, type StatesInput } from './states.ts';

export type InventoryInput = Reading &
  Omit<StatesInput, 'region' | 'codeOf'> & {
    sink: InventorySink;
    /** Lists the types of a place. */
    listerFor: ListerFor;
    /** The types that are wanted; all, if absent. */
    wanted?: (type: string) => boolean;
    /** Whether types whose list makes many calls are listed, too. */
    withExpensive?: boolean;
    /** Whatever was created after it may be of an apply that is under way, and waits. */
    since: Date;
    now: Date;
  };

/** What an inventory that could look nowhere says. */
export type InventoryEnd = { unreadStates: string[]; places: number };

/** The provider of a place that no state names. */
const AWS_PROVIDER = {
  source: 'registry.terraform.io/hashicorp/aws',
  text: 'provider["registry.terraform.io/hashicorp/aws"]',
};

/** The places of the states; the default region of the own account where no state has any. */
function placesOf(places: readonly StatePlace[], region: string | undefined): readonly StatePlace[] {
  if (places.length > 0 || region === undefined) return places;
  return [{ provider: AWS_PROVIDER, account: undefined, region, stateKey: '', versions: new Map() }];
}

/**
 * Finds what is in the cloud and in no state: candidates from lists, matched with all states, proven by the provider's own import, told with a class and
 * a severity. A list that leaves out what is known to be there says nothing. The sink receives objects and coverage as they come. Throws what the sink
 * and the source throw, and the abort reason of `signal`.
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
