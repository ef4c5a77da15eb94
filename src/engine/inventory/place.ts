import type { Candidate, InventoryLister, ListableType } from '../../clouds/contract/inventory.ts';
import { isGlobal, serviceOf } from '../../clouds/clouds.ts';
import { whyNotListed } from '../../clouds/aws/catalog/not-listed.ts';
import { kindOf } from '../../clouds/aws/catalog/same-types.ts';
import type { NoAccess, Reading } from '../refresh/cloud-target.ts';
import { forEachBounded } from '../refresh/bounded.ts';
import { sessionsFor, type Way } from '../refresh/sessions.ts';
import type { StateInstance } from '../state/instance.ts';
import type { ProviderSession } from '../../provider/contract/types.ts';
import type { ProviderProblem } from '../../provider/contract/problem.ts';
import { noObjects, type InventoryListing } from '../model/inventory.ts';
import { isProperty } from './classes/property.ts';
import { parentsFirst } from './families.ts';
import { listType, type PlaceContext } from './list-type.ts';
import { placeFields } from './place-fields.ts';
import type { InventorySink } from './ports.ts';
import type { StatePlace } from './states.ts';

/** The number of types that are listed concurrently in one location. */
const TYPES_AT_ONCE = 6;

/** An instance that represents a location, because sessions are opened for instances. */
const standIn = ({ provider }: StatePlace, type: string, schemaVersion: number): StateInstance => ({
  address: `${type}.inventory`,
  mode: 'managed',
  type,
  name: 'inventory',
  provider,
  tainted: false,
  schemaVersion,
  attributes: { json: '{}' },
  values: () => ({}),
  sensitivePaths: [],
  private: new Uint8Array(),
  dependencies: [],
});

export type ListerFor = (open: { session: ProviderSession; way: Way; place: PlaceContext['place'] }) => InventoryLister;

/** Opens a session for a location, with a provider that can read the instances of its states. */
export async function inPlace(
  reading: Reading,
  place: StatePlace,
  work: (session: ProviderSession, way: Way) => Promise<void>,
  onProblem: (problem: ProviderProblem | NoAccess) => Promise<void> | void,
): Promise<void> {
  const { account, region, stateKey, versions } = place;
  const instances = [...versions].map(([type, version]) => standIn(place, type, version));
  const first = instances[0] ?? standIn(place, 'aws_vpc', 0);
  const inSessions = sessionsFor(reading, () => ({ account, region }), { key: stateKey, instances });
  await inSessions(
    [first],
    async (session, _instance, _last, way) => {
      await work(session, way);
      return undefined;
    },
    (_without, problem) => onProblem(problem),
  );
}

/**
 * The types to list: the wanted ones (one of each kind, no settings of other types), and the parent types of their
 * lists.
 */
export function typesToList(
  types: ReadonlyMap<string, ListableType>,
  wanted: (type: string) => boolean,
): ListableType[] {
  const some = new Set<string>();
  const add = (type: string): void => {
    const { parent } = types.get(type) ?? {};
    if (some.has(type) || !types.has(type)) return;
    some.add(type);
    if (parent !== undefined) add(parent);
  };
  for (const type of types.keys())
    if (wanted(type) && !isProperty(type) && (kindOf(type) === type || !types.has(kindOf(type)))) add(type);
  return [...types.values()].filter(({ type }) => some.has(type));
}

/** Discards the results of parent types that are listed only for other types. */
const DISCARD: InventorySink = {
  object: async () => undefined,
  unproven: async () => undefined,
  listing: async () => undefined,
};

/** Lists types in one location, each after its parent types. Results of types that are not wanted are discarded. */
export async function listPlace(
  types: readonly ListableType[],
  context: PlaceContext,
  wanted: (type: string) => boolean = () => true,
): Promise<void> {
  const byName = new Map(types.map((one) => [one.type, one]));
  const failed = new Map<string, string>();
  for (const level of parentsFirst(byName))
    await forEachBounded(level, TYPES_AT_ONCE, async (type) => {
      const listable = byName.get(type);
      if (listable === undefined) return;
      const sink = wanted(type) ? context.sink : DISCARD;
      const listing = await listType(listable, { ...context, sink });
      const { parent } = listable;
      const lacking = parent === undefined ? undefined : failed.get(parent);
      if (listing.state === 'not_listed') failed.set(type, listing.detail ?? '');
      const missing = `It is listed for each ${parent}, and these are not all known. ${lacking ?? ''}`.trim();
      const whole =
        lacking === undefined || listing.state === 'not_listed'
          ? listing
          : { ...listing, state: 'not_listed' as const, reason: 'needs_parent', detail: missing };
      await sink.listing(whole);
    });
}

/** The coverage of types without a known list that have managed instances in a location: more objects may exist. */
export function withoutList(
  types: ReadonlyMap<string, ListableType>,
  { index, place, configuration }: Pick<PlaceContext, 'index' | 'place' | 'configuration'>,
): InventoryListing[] {
  // Most providers list nothing, and many of their types exist in a state alone (`random_id`).
  if (configuration !== undefined && types.size === 0) return [];
  const kinds = new Set([...types.keys()].map(kindOf));
  return [...index.countsIn(place, configuration)].flatMap(([type, managed]): InventoryListing[] => {
    if (kinds.has(kindOf(type)) || isProperty(type)) return [];
    const where = placeFields(isGlobal(type) ? { ...place, region: null } : place);
    const detail = whyNotListed(type) ?? 'No list of this type is known.';
    const reason = { state: 'not_listed' as const, reason: 'no_list', detail };
    return [{ type, service: serviceOf(type), ...where, ...reason, calls: 0, ...noObjects(), managed }];
  });
}

/** The coverage of a location without a session: nothing in it is listed. */
export function nowhere(
  { provider, account, region, configuration }: Pick<StatePlace, 'provider' | 'account' | 'region' | 'configuration'>,
  problem: ProviderProblem | NoAccess,
): InventoryListing {
  const [reason, detail] = 'reason' in problem ? [problem.reason, problem.detail] : [problem.code, problem.message];
  const where = placeFields({ account: account ?? null, region: region ?? null });
  const type = configuration === undefined ? '*' : `${provider.source.split('/').at(-1)}_*`;
  return { type, service: '*', ...where, state: 'not_listed', reason, detail, calls: 0, ...noObjects() };
}

/** Permits calls about the buckets that the account itself has listed. */
export function admitting(way: Way): (candidate: Candidate) => void {
  const admitted = new Set<string>();
  const NONE: ReadonlySet<string> = new Set();
  return ({ type, ids, parent }) => {
    if (!type.startsWith('aws_s3_')) return;
    const names = [ids.name, ids.importId, parent?.id].filter((one) => one !== undefined);
    const fresh = new Set(names).difference(admitted);
    if (fresh.size === 0) return;
    for (const one of fresh) admitted.add(one);
    way.admit({ accounts: NONE, tables: NONE, buckets: fresh });
  };
}
