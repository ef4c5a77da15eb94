import type { LockTable } from '../../base/state-source.ts';
import { acceptanceFinder } from './accepted.ts';
import { indexClaims, type ClaimIndex, type ClaimMatch } from './claim-index.ts';
import { indexPatterns } from './pattern-index.ts';
import type { AcceptedClaim, Belonging, Claimant, HandMapping, RepositoryClaims } from './types.ts';

/** The owner of a state, if it has one, and the other repositories that claim it. */
export type Resolution = {
  belongs: Belonging | undefined;
  /** The reason why the state has no owner although an admin has decided. */
  why?: string;
  /** The kind of decision about the owner. Undefined without one; then claims are proposals. */
  by: 'hand' | 'acceptance' | undefined;
  /** The best claim of each other repository, the best first. */
  others: Claimant[];
  /** Possible lock tables: from the owner's backend blocks, else from those of all claims. */
  lockTables: LockTable[];
};

type Owned = Pick<ClaimMatch, 'repo_id' | 'claim'>;

const belonging = ({ repo_id, claim: { path, source, why } }: Owned): Belonging => ({
  repo_id,
  path: path ?? '.',
  whole: path === null,
  source,
  why,
});

/** The best claim of each repository except `except`. */
function othersIn(
  matches: readonly ClaimMatch[],
  { except, isTaken }: { except: string | undefined; isTaken: boolean },
): Claimant[] {
  const seen = new Set([except]);
  return matches.flatMap((match) => {
    if (seen.has(match.repo_id)) return [];
    seen.add(match.repo_id);
    const status = isTaken ? 'contested' : 'proposed';
    return [{ ...belonging(match), claim: match.claim, status, triggers: !isTaken && match.exact < 2 }];
  });
}

export function distinctTables(tables: readonly LockTable[]): LockTable[] {
  return [...new Map(tables.map((one) => [`${one.region ?? ''} ${one.table}`, one])).values()];
}

function byHand({ repo_id, path, reason }: HandMapping, own: ClaimMatch | undefined): Belonging | undefined {
  if (repo_id === null) return undefined;
  const directory = path ?? own?.claim.path ?? null;
  const why = reason === undefined ? 'set by hand' : `set by hand: ${reason}`;
  return { repo_id, path: directory ?? '.', whole: directory === null, source: 'api', why };
}

/** Maximum cached resolutions, which may be large, because each lists every repository that claims the key. */
const MAX_CACHED = 500;

const NOT_CLAIMED = 'the repository that it was accepted for does not claim it now';

/**
 * Decides the owner of each state: first by hand mappings, then by the first accepted claim. Other claims never assign
 * a state, even if they are more exact. A state whose first accepted claim is withdrawn has no owner, so that no file
 * of a repository moves it to another one. Claims for other buckets and of unknown repositories are ignored.
 */
export function resolveStates(input: {
  hand: readonly HandMapping[];
  /** Accepted claims in the current bucket. The first that matches a key counts. */
  accepted: readonly AcceptedClaim[];
  repositories: readonly RepositoryClaims[];
  bucket: string | null;
}): Pick<ClaimIndex, 'matches' | 'leftOut'> & { explain: (key: string) => Resolution } {
  const { hand, repositories } = input;
  const there = new Set(repositories.map(({ repo_id }) => repo_id));
  const decided = indexPatterns(
    hand.flatMap((value) =>
      value.repo_id === null || there.has(value.repo_id) ? [{ pattern: value.state, value }] : [],
    ),
  );
  const { matches: claimsOf, leftOut } = indexClaims(input);
  const acceptanceOf = acceptanceFinder(input);
  const cache = new Map<string, Resolution>();

  function resolve(key: string): Resolution {
    const matches = claimsOf(key);
    const tablesOf = (some: readonly ClaimMatch[]) => distinctTables(some.flatMap(({ claim: { lock } }) => lock ?? []));
    const set = decided.first(key);
    if (set) {
      const own = matches.find(({ repo_id }) => repo_id === set.repo_id);
      const belongs = byHand(set, own);
      const others = othersIn(matches, { except: belongs?.repo_id, isTaken: true });
      const resolution = { belongs, by: 'hand' as const, others, lockTables: tablesOf(matches) };
      if (belongs) return resolution;
      return { ...resolution, why: set.reason === undefined ? 'set by hand' : `set by hand: ${set.reason}` };
    }
    const acceptance = acceptanceOf(key);
    if (!acceptance) {
      const others = othersIn(matches, { except: undefined, isTaken: false });
      return { belongs: undefined, by: undefined, others, lockTables: tablesOf(matches) };
    }
    const { repo_id: owner, claim } = acceptance;
    // The owner's best claim decides the directory, even if it is not accepted.
    const own = matches.find(({ repo_id }) => repo_id === owner) ?? (claim && { repo_id: owner, claim });
    const belongs = claim && own && belonging(own);
    const lockTables = tablesOf(belongs ? matches.filter(({ repo_id }) => repo_id === owner) : matches);
    const others = othersIn(matches, { except: owner, isTaken: true });
    const resolution = { belongs, by: 'acceptance' as const, others, lockTables };
    return belongs ? resolution : { ...resolution, why: NOT_CLAIMED };
  }
  function explain(key: string): Resolution {
    const before = cache.get(key);
    if (before) return before;
    if (cache.size >= MAX_CACHED) cache.clear();
    const resolution = resolve(key);
    cache.set(key, resolution);
    return resolution;
  }
  return { explain, matches: claimsOf, leftOut };
}
