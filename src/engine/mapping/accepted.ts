import { append } from '../../base/append.ts';
import { type Exactness, workspacesOf } from './paths.ts';
import { indexPatterns } from './pattern-index.ts';
import type { AcceptedClaim, Claim, RepositoryClaims } from './types.ts';

/** The repository that a state was accepted for. `claim` is undefined if the repository no longer makes that claim. */
export type Acceptance = { repo_id: string; claim: Claim | undefined };

type Placed = { place: number; accepted: AcceptedClaim };
type AcceptanceInput = {
  accepted: readonly AcceptedClaim[];
  repositories: readonly RepositoryClaims[];
  bucket: string | null;
};

/** The identity of a claim, for comparison with accepted claims. For an exact key it omits the workspaces. */
const nameOf = (repoId: string, exact: Exactness, { key, workspaces }: Pick<AcceptedClaim, 'key' | 'workspaces'>) =>
  JSON.stringify([repoId, exact, key, exact === 1 ? workspaces : null]);

function claimsMade({ repositories, bucket }: AcceptanceInput, accepting: ReadonlySet<string>): Map<string, Claim> {
  const made = new Map<string, Claim>();
  for (const { repo_id: repoId, claims } of repositories) {
    if (!accepting.has(repoId)) continue;
    for (const claim of claims) {
      if (claim.bucket !== undefined && claim.bucket !== bucket) continue;
      const { key, glob = false, workspaces = null } = claim;
      const names = glob ? ([2] as const) : workspaces === null ? ([0] as const) : ([0, 1] as const);
      for (const exact of names) {
        const name = nameOf(repoId, exact, { key, workspaces });
        if (!made.has(name)) made.set(name, claim);
      }
    }
  }
  return made;
}

/**
 * Finds the repository that a state was accepted for: the first accepted claim that matches its key, regardless of
 * current claims. Skips claims of unknown repositories.
 */
export function acceptanceFinder(input: AcceptanceInput): (key: string) => Acceptance | undefined {
  const there = new Set(input.repositories.map(({ repo_id: repoId }) => repoId));
  const accepted = input.accepted.filter(({ repo_id: repoId }) => there.has(repoId));
  const made = claimsMade(input, new Set(accepted.map(({ repo_id: repoId }) => repoId)));
  const byKey = new Map<string, Placed[]>();
  const ofPatterns: { pattern: string; value: Placed }[] = [];
  for (const [place, one] of accepted.entries())
    if (one.glob) ofPatterns.push({ pattern: one.key, value: { place, accepted: one } });
    else append(byKey, one.key, { place, accepted: one });
  const patterns = indexPatterns(ofPatterns);

  function* naming(key: string): Generator<Placed & { exact: Exactness }> {
    for (const one of byKey.get(key) ?? []) yield { ...one, exact: 0 };
    for (const { prefix, rest } of workspacesOf(key))
      for (const one of byKey.get(rest) ?? []) if (one.accepted.workspaces === prefix) yield { ...one, exact: 1 };
    const first = patterns.first(key);
    if (first) yield { ...first, exact: 2 };
  }
  return (key) => {
    const [first] = [...naming(key)].toSorted((a, b) => a.place - b.place);
    if (!first) return undefined;
    const { accepted: one, exact } = first;
    return { repo_id: one.repo_id, claim: made.get(nameOf(one.repo_id, exact, one)) };
  };
}
