import type { LockTable } from '../../base/state-source.ts';
import { compileGlob, matchesGlob, type Glob } from '../rules/glob.ts';
import type { Belonging, Claim, HandMapping, RepositoryClaims } from './types.ts';

/** What is known of one state: whose it is, if anybody's; and whose it would be, if that one were not. */
export type Resolution = {
  belongs: Belonging | undefined;
  /** Why it belongs to nobody, where a person said so. */
  why?: string;
  /** Claims of other repositories, the better one first. */
  others: Belonging[];
  /** Where it may be locked, as backend blocks say, whoever's it is. */
  lockTables: LockTable[];
};

type Owned = { repo_id: string; claim: Claim };
/** How exactly a claim names a key: by itself, as a workspace's, or by a pattern with that much text. */
type Match = Owned & { exact: 0 | 1 | 2; text: number };

const order = (a: string | null, b: string | null) => (a === b ? 0 : (a ?? '\uffff') < (b ?? '\uffff') ? -1 : 1);

/** The better claim first: a total order, so that neither the order of files nor that of repositories decides. */
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
    order(a.claim.why, b.claim.why)
  );
}

const belonging = ({ repo_id, claim: { path, source, why } }: Owned): Belonging => ({
  repo_id,
  path: path ?? '.',
  whole: path === null,
  source,
  why,
});

/** Of all repositories together, those that were here earlier first: each is asked for each state. */
const MOST_PATTERNS = 5_000;

/** A pattern with its longest text, which a key that fits has to hold. */
function patternOf(pattern: string): { glob: Glob; longest: string; text: number } {
  const texts = pattern.split('*');
  const longest = texts.reduce((a, b) => (b.length > a.length ? b : a), '');
  return { glob: compileGlob(pattern), longest, text: texts.join('').length };
}

/** Finds all claims to a key, in a time that grows with the key's length and the number of patterns. */
function claimsBy(repositories: readonly RepositoryClaims[], bucket: string | null): (key: string) => Match[] {
  const byKey = new Map<string, Owned[]>();
  const globs: { owned: Owned; glob: Glob; longest: string; text: number }[] = [];
  // In one order, so that the bound takes away the same ones whatever order they come in.
  const ordered = repositories.toSorted((a, b) => order(a.repo_id, b.repo_id));
  for (const { repo_id, claims } of ordered)
    for (const claim of claims) {
      if (claim.bucket !== undefined && claim.bucket !== bucket) continue;
      const owned = { repo_id, claim };
      if (claim.glob) {
        if (globs.length < MOST_PATTERNS) globs.push({ owned, ...patternOf(claim.key) });
      } else
        byKey
          .set(claim.key, byKey.get(claim.key) ?? [])
          .get(claim.key)
          ?.push(owned);
    }
  return (key) => {
    const found = (byKey.get(key) ?? []).map((owned): Match => ({ ...owned, exact: 0, text: 0 }));
    for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) {
      const before = key.slice(0, at);
      const slash = before.lastIndexOf('/');
      const prefix = slash < 0 ? '' : before.slice(0, slash);
      if (slash === before.length - 1 || before === '') continue;
      for (const owned of byKey.get(key.slice(at + 1)) ?? [])
        if (owned.claim.workspaces === prefix) found.push({ ...owned, exact: 1, text: owned.claim.key.length });
    }
    for (const { owned, glob, longest, text } of globs)
      if (key.includes(longest) && matchesGlob(glob, key)) found.push({ ...owned, exact: 2, text });
    return found.toSorted(compare);
  };
}

/** The best claim of each repository but `except`. */
function othersIn(matches: readonly Match[], except: string | undefined): Belonging[] {
  const seen = new Set([except]);
  return matches.flatMap((match) => {
    if (seen.has(match.repo_id)) return [];
    seen.add(match.repo_id);
    return [belonging(match)];
  });
}

/** Each table once. */
export function distinctTables(tables: readonly LockTable[]): LockTable[] {
  return [...new Map(tables.map((one) => [`${one.region ?? ''} ${one.table}`, one])).values()];
}

function byHand({ repo_id, path, reason }: HandMapping, own: Match | undefined): Belonging | undefined {
  if (repo_id === null) return undefined;
  const given = path ?? own?.claim.path ?? null;
  const why = reason === undefined ? 'set by hand' : `set by hand: ${reason}`;
  return { repo_id, path: given ?? '.', whole: given === null, source: 'api', why };
}

/**
 * Decides whose each state is: what was set by hand first, then the most exact claim, a named bucket before none, the file
 * before the block, the repository that was here earlier before the later one. Claims for another bucket count for nothing, nor
 * do repositories that are not among those given.
 */
export function resolveStates(given: {
  hand: readonly HandMapping[];
  repositories: readonly RepositoryClaims[];
  bucket: string | null;
}): (key: string) => Resolution {
  const { hand, repositories, bucket } = given;
  const there = new Set(repositories.map(({ repo_id }) => repo_id));
  const decided = hand
    .filter(({ repo_id }) => repo_id === null || there.has(repo_id))
    .map((mapping) => ({ mapping, glob: compileGlob(mapping.state) }));
  const claimsOf = claimsBy(repositories, bucket);
  const known = new Map<string, Resolution>();

  function resolve(key: string): Resolution {
    const matches = claimsOf(key);
    const lockTables = distinctTables(matches.flatMap(({ claim: { lock } }) => lock ?? []));
    const set = decided.find(({ glob }) => matchesGlob(glob, key))?.mapping;
    if (!set) {
      const [best] = matches;
      return { belongs: best && belonging(best), others: othersIn(matches, best?.repo_id), lockTables };
    }
    const own = matches.find(({ repo_id }) => repo_id === set.repo_id);
    const belongs = byHand(set, own);
    const others = othersIn(matches, belongs?.repo_id);
    if (belongs) return { belongs, others, lockTables };
    return {
      belongs,
      others,
      lockTables,
      why: set.reason === undefined ? 'set by hand' : `set by hand: ${set.reason}`,
    };
  }
  return (key) => {
    const found = known.get(key) ?? resolve(key);
    known.set(key, found);
    return found;
  };
}
