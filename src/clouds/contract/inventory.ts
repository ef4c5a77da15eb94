/** An account and a region of it; null where a provider has no such thing, and the region of a type of a global service. */
export type ListPlace = { account: string | null; region: string | null };

/** How one object may be known. Those that a list does not answer with are absent. */
export type ObjectIds = {
  /** As `ImportResourceState` takes it. */
  importId?: string;
  /** The resource identity, where the provider's own list gave one. */
  identity?: Readonly<Record<string, unknown>>;
  arn?: string;
  name?: string;
};

/** An object below which others are listed: of a state (`id`, `arn` and `name` of its attributes), or a candidate itself. */
export type ListParent = { type: string; ids: ObjectIds };

/** One object that a list answered with; nothing proves yet that it is of that type. */
export type Candidate = ListPlace & {
  type: string;
  ids: ObjectIds;
  /** The object that it was listed for; its id is the argument that the list was asked with. */
  parent?: { type: string; id: string };
  /** The list's own element, for flags, tags and age: data from outside, and not masked. */
  element: unknown;
};

/** Why a type is not listed in a place. */
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
 * The result of listing one type in one place. `calls`: how many requests were made for it, as far as that is seen. Candidates that came before
 * a failure are objects all the same, but there may be more.
 */
export type ListOutcome = ListPlace & { type: string; calls: number } & (
    | { state: 'listed' }
    /** `detail`: for people, with the error code or the missing permission; names no value of an object. */
    | { state: 'not_listed'; reason: NotListedReason; detail: string }
  );

/** How a type is listed. */
export type ListableType = {
  type: string;
  /** By the provider's own list, or by an operation of the service. */
  by: 'provider' | 'operation';
  /** A global type is listed once an account, in whichever region. */
  scope: 'regional' | 'global';
  /** It is listed for each object of this type: a policy of a role, a record of a zone. */
  parent?: string;
  /** It takes several calls an object. */
  isExpensive: boolean;
  /** Types that a state may have the same object as: `aws_default_vpc` for `aws_vpc`. */
  aliases: readonly string[];
  /** `service:Operation`, or undefined for the provider's own list. */
  operation?: string;
};

export type ListRequest = {
  type: string;
  place: ListPlace;
  /**
   * The objects of the type's parent in this place, where it has one. It is listed as completely as these are: whoever gives them has to have listed
   * the parent. Empty: there is nothing to list, and the outcome is `listed`.
   */
  parents?: readonly ListParent[];
  /** Whether types that take many calls are listed, too. */
  withExpensive?: boolean;
};

/** Candidates as they come, one page in memory at a time; the outcome is what the generator returns. */
export type Listing = AsyncGenerator<Candidate, ListOutcome, undefined>;

export type InventoryLister = {
  /** The types that it lists, by their names. What a type is listed by does not depend on the place. */
  types(): Promise<ReadonlyMap<string, ListableType>>;
  /** Lists one type in one place. Never throws for what the cloud or the provider does; rejects with the signal's reason. */
  list(request: ListRequest, signal?: AbortSignal): Listing;
};

/** Hands on each candidate of a listing, one after another, and gives its outcome. */
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
    // Where `use` threw: lets the listing close what it holds.
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

/** Lists each type by the first of these that lists it, unless that is expensive and another one is not. */
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
  };
}
