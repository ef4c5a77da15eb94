import type { Claim, AcceptedClaim } from '../../engine/mapping/types.ts';
import { digestOf } from '../../base/digest.ts';
import { mappingFrom, claimsOnBucket, type Mapping, type OwnershipSources } from '../ownership/mapping.ts';
import { placeOf, type Places } from '../ownership/places.ts';
import type { OverStates } from '../ownership/over-states.ts';

export type ClaimStatus = 'accepted' | 'proposed' | 'contested';

/** A claimed state with another owner, and whether the owner was set by hand. */
type TakenState = { key: string; repo_id: string | null; by_hand: boolean };

/** A claim of a repository with its effect. */
export type CheckedClaim = {
  id: string;
  repo_id: string;
  full_name: string;
  claim: Claim;
  status: ClaimStatus;
  /** The claim itself was accepted. Its states may be the repository's for another reason as well. */
  is_accepted: boolean;
  /**
   * Known states that the claim names: owned by the repository, without an owner, and owned by others. Of a pattern
   * only the first ones, since it may name all states.
   */
  own: string[];
  free: string[];
  taken: TakenState[];
  /** The numbers of these states; `by_hand`: of the taken ones, those with a hand mapping. */
  counts: { own: number; free: number; taken: number; by_hand: number };
  /** The names of other repositories that claim the states without an owner. */
  rivals: Set<string>;
  /** True if this claim and a rival's both name such a state by its key: nothing decides between them. */
  is_disputed: boolean;
};

type Entry = Omit<CheckedClaim, 'status'>;

/** The number of states listed for a pattern. */
const MAX_NAMED = 20;
/** The limit of S3: a claim to a longer key matches no state. */
const MAX_KEY_BYTES = 1024;
/** The number of rivals listed. */
const MAX_RIVALS = 20;

function statusOf(checked: Entry): ClaimStatus {
  const {
    claim,
    is_accepted: isAccepted,
    counts: { own, free, taken },
  } = checked;
  if (isAccepted) return 'accepted';
  if (free > 0) return 'proposed';
  // A pattern also covers future states.
  if (claim.glob) return own === 0 && taken > 0 ? 'contested' : 'proposed';
  return taken > 0 ? 'contested' : 'accepted';
}

/** Counts a known state, or the key of a claim, as own, free or taken. */
function note(entry: Entry, mapping: Mapping, key: string): void {
  const { belongs, by } = mapping.explain(key);
  const { counts } = entry;
  const isNamed = (some: readonly unknown[]) => !entry.claim.glob || some.length < MAX_NAMED;
  if (belongs?.repo_id === entry.repo_id) {
    counts.own += 1;
    if (isNamed(entry.own)) entry.own.push(key);
  } else if (by === undefined) {
    counts.free += 1;
    if (isNamed(entry.free)) entry.free.push(key);
  } else {
    counts.taken += 1;
    if (by === 'hand') counts.by_hand += 1;
    if (isNamed(entry.taken)) entry.taken.push({ key, repo_id: belongs?.repo_id ?? null, by_hand: by === 'hand' });
  }
}

/** Adds the rivals of claims to a state without an owner. */
function noteRivals(entries: readonly Entry[]): void {
  const names = new Set(entries.map(({ full_name: name }) => name));
  if (names.size < 2) return;
  const exact = new Set(entries.flatMap(({ claim, full_name: name }) => (claim.glob ? [] : [name])));
  for (const entry of entries) {
    for (const name of names) {
      if (entry.rivals.size >= MAX_RIVALS) break;
      if (name !== entry.full_name) entry.rivals.add(name);
    }
    if (!entry.claim.glob && exact.size > 1) entry.is_disputed = true;
  }
}

/** Leaves out claims that are neither accepted nor in `ids`: they do not decide ownership and may be thousands. */
export function withoutOthers(sources: OwnershipSources, ids: ReadonlySet<string>): OwnershipSources {
  const kept = new Set(sources.accepted.map(({ repo_id: repoId, key, glob }) => JSON.stringify([repoId, key, glob])));
  const repositories = sources.repositories.map(({ claims, repo_id, ...one }) => ({
    ...one,
    repo_id,
    claims: claims.filter(
      (claim) =>
        kept.has(JSON.stringify([repo_id, claim.key, claim.glob ?? false])) ||
        ids.has(claimId(sources.places, acceptable(repo_id, claim))),
    ),
  }));
  return { ...sources, repositories };
}

/** True for the claim of a backend block to the states of its workspaces: it covers existing states only. */
const isOfPattern = ({ claim }: Entry): boolean => claim.glob === true && claim.source === 'backend';

/** True if the repository of a claim also names the state by its key. */
const hasKey = (entries: Iterable<Entry>, { repo_id: repoId }: Entry): boolean =>
  [...entries].some((one) => one.repo_id === repoId && !one.claim.glob);

/**
 * Checks all claims of an organization's repositories to states in its places, each once, against the known states
 * (`keys`). Throws 503 if both are too many for the time limit.
 */
export async function checkClaims(
  sources: OwnershipSources,
  keys: readonly string[],
  over: OverStates,
): Promise<CheckedClaim[]> {
  const { places } = sources;
  const mapping = mappingFrom(sources);
  const accepted = new Set(sources.accepted.map((one) => claimId(places, one)));
  const byId = new Map<string, Entry>();
  const byClaim = new Map<Claim, Entry>();
  for (const { repo_id, full_name, claims } of sources.repositories)
    for (const claim of claimsOnBucket(sources, claims)) {
      const { key, workspaces } = claim;
      if (placeOf(places, key) === null) continue;
      if (Buffer.byteLength(key) > MAX_KEY_BYTES || Buffer.byteLength(workspaces ?? '') > MAX_KEY_BYTES) continue;
      const id = claimId(places, acceptable(repo_id, claim));
      const counts = { own: 0, free: 0, taken: 0, by_hand: 0 };
      const nothing = { own: [], free: [], taken: [], counts, rivals: new Set<string>(), is_disputed: false };
      const entry = byId.get(id) ?? { id, repo_id, full_name, claim, is_accepted: accepted.has(id), ...nothing };
      byId.set(id, entry);
      byClaim.set(claim, entry);
    }
  await over(keys, (key) => {
    const all = new Set(mapping.matches(key).flatMap(({ claim }) => byClaim.get(claim) ?? []));
    const entries = all
      .values()
      .filter((one) => !isOfPattern(one) || !hasKey(all, one))
      .toArray();
    for (const entry of entries) note(entry, mapping, key);
    if (mapping.explain(key).by === undefined) noteRivals(entries);
  });
  const known = new Set(keys);
  const toCome = [...byId.values()].filter(({ claim }) => !claim.glob && !known.has(claim.key));
  for (const [key, entries] of Map.groupBy(toCome, ({ claim }) => claim.key))
    if (mapping.explain(key).by === undefined) noteRivals(entries);
  const shown = byId.values().filter((one) => !isOfPattern(one) || one.is_accepted || one.counts.free > 0);
  return [...shown].map((entry) => {
    const { claim } = entry;
    if (claim.glob || known.has(claim.key)) return { ...entry, status: statusOf(entry) };
    // The state does not exist yet, but its owner is decided already.
    const { own, free, taken, counts } = entry;
    const named = { ...entry, own: [...own], free: [...free], taken: [...taken], counts: { ...counts } };
    note(named, mapping, claim.key);
    return { ...entry, status: statusOf(named) };
  });
}

/**
 * The id of a claim: a digest of its repository, place and pattern. An accepted id covers exactly the claim that the
 * admin saw: another key, or more workspaces, is another claim.
 */
export const claimId = (places: Places, claim: AcceptedClaim): string =>
  claimIdAt(placeOf(places, claim.key) ?? '', claim);

/** The id of a claim that was accepted in a place. */
export function claimIdAt(place: string, { repo_id: repoId, key, glob, workspaces }: AcceptedClaim): string {
  return `clm_${digestOf([repoId, place, key, glob, workspaces])}`;
}

/** A repository's claim in the form of an accepted one. */
export const acceptable = (repo_id: string, { key, glob, workspaces }: Claim): AcceptedClaim => ({
  repo_id,
  key,
  glob: glob ?? false,
  workspaces: workspaces ?? null,
});
