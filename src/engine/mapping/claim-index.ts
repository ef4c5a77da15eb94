import { getOrInsert } from '../../base/get-or-insert.ts';
import { append } from '../../base/append.ts';
import { type Exactness, workspacesOf } from './paths.ts';
import { indexPatterns, MAX_PATTERNS, MAX_PATTERNS_PER_REPOSITORY } from './pattern-index.ts';
import type { AcceptedClaim, Claim, RepositoryClaims } from './types.ts';

type Owned = { repo_id: string; claim: Claim };
export type ClaimMatch = Owned & { exact: Exactness };
/** A match of a claim. `text` is the number of literal characters of its pattern. */
type Match = ClaimMatch & { text: number };

export type ClaimIndex = {
  /** Finds all claims on a key, the best first. Not cached, because there may be many. */
  matches: (key: string) => ClaimMatch[];
  /** Number of omitted patterns by repository. Contains only repositories with omitted ones. */
  leftOut: ReadonlyMap<string, number>;
};

/** Maximum claims of one repository on the same key. More add no information. */
const MAX_CLAIMS_PER_KEY = 10;

const order = (a: string | null, b: string | null) => (a === b ? 0 : (a ?? '\uffff') < (b ?? '\uffff') ? -1 : 1);
const textOf = (pattern: string) => pattern.replaceAll('*', '').length;

/** Orders matches, the best first. A total order that does not depend on the order of files and repositories. */
function compare(a: Match, b: Match): number {
  const unnamed = ({ claim }: Match) => Number(claim.source === 'backend' && claim.bucket === undefined);
  const inFile = ({ claim }: Match) => Number(claim.source === 'backend');
  return (
    a.exact - b.exact ||
    b.text - a.text ||
    unnamed(a) - unnamed(b) ||
    inFile(a) - inFile(b) ||
    order(a.repo_id, b.repo_id) ||
    order(a.claim.path, b.claim.path) ||
    order(a.claim.why, b.claim.why) ||
    order(a.claim.key, b.claim.key) ||
    order(a.claim.workspaces ?? null, b.claim.workspaces ?? null)
  );
}

/** The best matches first, at most `max` per repository. */
function best(matches: readonly Match[], max: number): Match[] {
  if (matches.length === 1) return [...matches];
  const seen = new Map<string, number>();
  return matches.toSorted(compare).filter(({ repo_id: repoId }) => {
    const before = seen.get(repoId) ?? 0;
    seen.set(repoId, before + 1);
    return before < max;
  });
}

/**
 * Chooses patterns within the limit: first all accepted ones, then the first of each repository, the second of each,
 * and so on, so that no repository displaces others. Does not depend on the order of files and repositories.
 */
function choosePatterns(patterns: readonly Match[], accepted: readonly AcceptedClaim[]) {
  const name = (repoId: string, key: string) => JSON.stringify([repoId, key]);
  const there = new Set(accepted.flatMap(({ glob, repo_id: repoId, key }) => (glob ? [name(repoId, key)] : [])));
  const isAccepted = ({ repo_id: repoId, claim }: Match) => there.has(name(repoId, claim.key));
  const chosen = best(patterns.filter(isAccepted), MAX_PATTERNS_PER_REPOSITORY);
  const count = Map.groupBy(chosen, ({ repo_id: repoId }) => repoId);
  const left = Map.groupBy(
    patterns.filter((one) => !isAccepted(one)),
    ({ repo_id: repoId }) => repoId,
  );
  const turns = [...left].flatMap(([repoId, own]) => {
    const taken = count.get(repoId)?.length ?? 0;
    const some = own.toSorted(compare).slice(0, Math.max(0, MAX_PATTERNS_PER_REPOSITORY - taken));
    return some.map((match, i) => ({ match, turn: taken + i }));
  });
  const ordered = turns.toSorted((a, b) => a.turn - b.turn || order(a.match.repo_id, b.match.repo_id));
  chosen.push(...ordered.slice(0, Math.max(0, MAX_PATTERNS - chosen.length)).map(({ match }) => match));
  const leftOut = new Map<string, number>();
  for (const { repo_id: repoId } of patterns) leftOut.set(repoId, (leftOut.get(repoId) ?? 0) + 1);
  for (const { repo_id: repoId } of chosen) leftOut.set(repoId, (leftOut.get(repoId) ?? 0) - 1);
  return { chosen: chosen.toSorted(compare), leftOut: new Map([...leftOut].filter(([, left]) => left > 0)) };
}

/** Indexes claims by key. A lookup takes time linear in the key's length and the number of candidate patterns. */
export function indexClaims(input: {
  repositories: readonly RepositoryClaims[];
  accepted: readonly AcceptedClaim[];
  bucket: string | null;
}): ClaimIndex {
  const byKey = new Map<string, Match[]>();
  const byWorkspaces = new Map<string, Map<string, Match[]>>();
  const patterns: Match[] = [];
  for (const { repo_id, claims } of input.repositories)
    for (const claim of claims) {
      const { key, workspaces } = claim;
      if (claim.bucket !== undefined && claim.bucket !== input.bucket) continue;
      if (claim.glob) {
        patterns.push({ repo_id, claim, exact: 2, text: textOf(key) });
        continue;
      }
      append(byKey, key, { repo_id, claim, exact: 0, text: 0 });
      if (workspaces === undefined) continue;
      const beneath = getOrInsert(byWorkspaces, key, () => new Map<string, Match[]>());
      append(beneath, workspaces, { repo_id, claim, exact: 1, text: key.length });
    }
  for (const beneath of byWorkspaces.values())
    for (const [workspaces, some] of beneath) beneath.set(workspaces, best(some, MAX_CLAIMS_PER_KEY));
  for (const [key, some] of byKey) byKey.set(key, some.toSorted(compare));
  const { chosen, leftOut } = choosePatterns(patterns, input.accepted);
  const index = indexPatterns(chosen.map((value) => ({ pattern: value.claim.key, value })));
  return {
    leftOut,
    // Each list is sorted. They follow in the order of `exact`; a longer key beneath workspaces comes first.
    matches: (key) => [
      ...(byKey.get(key) ?? []),
      ...[...workspacesOf(key)].flatMap(({ prefix, rest }) => byWorkspaces.get(rest)?.get(prefix) ?? []),
      ...index.all(key),
    ],
  };
}
