/**
 * An account and one of its regions. Null if the provider has no such thing; the region is also null for types of
 * global services.
 */
export type ListPlace = { account: string | null; region: string | null };

/** The ids of one object. An id that its list does not return is absent. */
export type ObjectIds = {
  /** The id that `ImportResourceState` takes. */
  importId?: string;
  /** The resource identity, if the provider's own list returned one. */
  identity?: Readonly<Record<string, unknown>>;
  arn?: string;
  name?: string;
};

/**
 * An object whose parts are listed: an instance of a state (by its attributes `id`, `arn` and `name`) or a candidate.
 */
export type ListParent = { type: string; ids: ObjectIds };

/** An object that a list returned. Nothing proves yet that it has this type. */
export type Candidate = ListPlace & {
  type: string;
  ids: ObjectIds;
  /** The parent for which the list was requested; its id was the argument. */
  parent?: { type: string; id: string };
  /** The list's own element, which shows flags, tags and age: untrusted data, not masked. */
  element: unknown;
};

/**
 * An object that another tool has made, as that tool says: `kind` is the tool's word for its type (`LogGroup`), `owner`
 * the tool (`CloudFormation stack web`).
 */
export type Owned = { id: string; service: string; kind: string; owner: string };

/** The reasons why a type is not listed in a location. */
export const NOT_LISTED = {
  no_list: 'no list of this type is known',
  denied: 'the role may not list it',
  throttled: 'the service kept limiting the calls',
  not_in_use: 'the account does not use the service',
  needs_parent: 'it is listed for each parent, and none is known',
  expensive: 'its list makes many calls, and is made only when asked for',
  unknown_shape: 'the answer is not the one that the list is known by',
  failed: 'the list failed',
} as const;
export type NotListedReason = keyof typeof NOT_LISTED;

/**
 * The result of listing one type in one location. `calls`: the number of requests, as far as Plumbline sees them.
 * Candidates that came before a failure still count, but there may be more.
 */
export type ListOutcome = ListPlace & { type: string; calls: number } & (
    | { state: 'listed' }
    /**
     * `detail`: a text for people, with the error code or the missing permission, and without any value of an object.
     */
    | { state: 'not_listed'; reason: NotListedReason; detail: string }
  );

/** How a type is listed. */
export type ListableType = {
  type: string;
  /** By the provider's own list, or by an operation of the service. */
  by: 'provider' | 'operation';
  /** A global type is listed once per account, in any region. */
  scope: 'regional' | 'global';
  /** The parent type, for whose objects the list is requested: a role for its policies, a zone for its records. */
  parent?: string;
  /** The list takes several calls per object. */
  isExpensive: boolean;
  /** `service:Operation`, or undefined for the provider's own list. */
  operation?: string;
};

export type ListRequest = {
  type: string;
  place: ListPlace;
  /**
   * The objects of the parent type in this location, if there is a parent type. The listing is only as complete as
   * these are, so the caller has to list the parent type first. If empty, nothing is requested and the outcome is
   * `listed`.
   */
  parents?: readonly ListParent[];
  /** Also list types whose lists take many calls. */
  withExpensive?: boolean;
};

/** Yields candidates, with one page in memory at a time; returns the outcome. */
export type Listing = AsyncGenerator<Candidate, ListOutcome, undefined>;

export type InventoryLister = {
  /** The types that it can list, by name. How a type is listed does not depend on the location. */
  types(): Promise<ReadonlyMap<string, ListableType>>;
  /** Lists one type in one location. A failure of cloud or provider is an outcome. Rejects with the signal's reason. */
  list(request: ListRequest, signal?: AbortSignal): Listing;
  /** The objects that other tools of the cloud have made in a location, as far as they tell. Ends early at a failure. */
  owned?: (place: ListPlace, signal?: AbortSignal) => AsyncIterable<Owned>;
};

/** Passes the candidates of a listing to `use` one after another, and returns the outcome. */
export async function eachCandidate(
  listing: Listing,
  use: (candidate: Candidate) => void | Promise<void>,
): Promise<ListOutcome> {
  try {
    for (;;) {
      const step = await listing.next();
      if (step.done) return step.value;
      await use(step.value);
    }
  } finally {
    // If `use` threw, this lets the listing release its resources.
    await listing.return(undefined as never);
  }
}

/** The outcome of a type that was not listed. */
export const notListed = (
  { type, place }: Pick<ListRequest, 'type' | 'place'>,
  reason: NotListedReason,
  detail: string = NOT_LISTED[reason],
  calls = 0,
): ListOutcome => ({ type, ...place, calls, state: 'not_listed', reason, detail });

/** Lists each type by the first lister that knows it, unless that list is expensive and another lister's is not. */
export function combineListers(listers: readonly InventoryLister[]): InventoryLister {
  const chosenFor = async (): Promise<Map<string, { lister: InventoryLister; listable: ListableType }>> => {
    const chosen = new Map<string, { lister: InventoryLister; listable: ListableType }>();
    for (const lister of listers)
      for (const [type, listable] of await lister.types()) {
        const before = chosen.get(type);
        if (before === undefined || (before.listable.isExpensive && !listable.isExpensive))
          chosen.set(type, { lister, listable });
      }
    return chosen;
  };
  let chosen: ReturnType<typeof chosenFor> | undefined;
  return {
    types: async () => new Map([...(await (chosen ??= chosenFor()))].map(([type, { listable }]) => [type, listable])),
    async *list(request, signal) {
      const found = (await (chosen ??= chosenFor())).get(request.type);
      return found === undefined ? notListed(request, 'no_list') : yield* found.lister.list(request, signal);
    },
    async *owned(place, signal) {
      for (const { owned } of listers) if (owned) yield* owned(place, signal);
    },
  };
}
