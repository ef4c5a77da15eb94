import { digestOf } from '../../base/digest.ts';
import type { LockTable } from '../../base/state-source.ts';
import type { ClaimMatch } from '../../engine/mapping/claim-index.ts';
import { claimsAmong } from '../../engine/mapping/claims-in.ts';
import { distinctTables, resolveStates, type Resolution } from '../../engine/mapping/resolve.ts';
import type { AcceptedClaim, Belonging, Claim, HandMapping, RepositoryClaims } from '../../engine/mapping/types.ts';
import { listAcceptedClaims, type AcceptedClaimRow } from '../../store/queries/accepted-claims.ts';
import { listClaims, listReadingMarks } from '../../store/queries/repository-readings.ts';
import { getStateMappings } from '../../store/queries/state-mappings.ts';
import { allPlaces, placeOf, readPlaces, type Places } from './places.ts';
import { scoped, type Executor, type OrgScope, type Tenant } from '../../store/scope.ts';

/** The current mapping of an organization's states to its repositories. */
export type Mapping = {
  /** The owner of a state; undefined if it belongs to the organization only. This alone decides who sees the state. */
  of(stateKey: string): Belonging | undefined;
  /**
   * The directory in the repository whose changes trigger an analysis of the state. Defined if the repository owns it
   * or, while it has no owner, claims it by its key. A claim alone reveals nothing of the state.
   */
  triggeredBy(repoId: string, stateKey: string): Belonging | undefined;
  /** The owner, with the claims of other repositories. */
  explain(stateKey: string): Resolution;
  /** All claims on a state, including the owner's. */
  matches(stateKey: string): readonly ClaimMatch[];
  /** The number of a repository's patterns beyond the limit, by repository. */
  leftOut: ReadonlyMap<string, number>;
  /** The tables that may hold locks of its states. */
  lockTables: LockTable[];
  /** The places of the states. */
  places: Places;
  /** The current names of repositories, by their ids. */
  names: ReadonlyMap<string, string>;
  /** The directories of root modules, by the repository that may own their states. */
  directories: ReadonlyMap<string, ReadonlySet<string>>;
};

/** The sources of ownership: hand mappings, accepted claims, and the files of all repositories. */
export type OwnershipSources = {
  hand: readonly HandMapping[];
  /** Accepted claims in these places; the first that names a state counts. */
  accepted: readonly AcceptedClaim[];
  repositories: readonly (RepositoryClaims & { full_name: string })[];
  bucket: string | null;
  places: Places;
};

/** The places of an organization's states, and the claims that were accepted there. */
export async function readAccepted(tenant: Tenant): Promise<{ places: Places; accepted: AcceptedClaimRow[] }> {
  const places = await readPlaces(tenant);
  const all = allPlaces(places);
  const rows = all.length === 0 ? [] : await listAcceptedClaims(tenant, all);
  // A bucket key that looks like a source's key was accepted before the source existed.
  return { places, accepted: rows.filter((row) => row.bucket === placeOf(places, row.key)) };
}

/** Reads the sources of ownership of an organization's states. */
export async function readSources(db: Executor, { org_id }: OrgScope): Promise<OwnershipSources> {
  // All claims together decide who owns a state, including those that the caller may not see.
  const scope = { org_id };
  const tenant = scoped(db, scope);
  const { places, accepted } = await readAccepted(tenant);
  return {
    hand: (await getStateMappings(scoped(db, { org_id: scope.org_id })))?.mappings ?? [],
    accepted: accepted.map(({ repo_id, key, is_pattern: glob, workspaces }) => ({ repo_id, key, glob, workspaces })),
    repositories: (await listClaims(tenant)).map((one) => ({
      ...one,
      claims: claimsAmong(one.claims, places.sources),
    })),
    bucket: places.bucket,
    places,
  };
}

/** A version of the data of `readSources`, computed without reading the files of repositories, which may be large. */
export async function sourcesVersion(db: Executor, { org_id }: OrgScope): Promise<string> {
  const tenant = scoped(db, { org_id });
  const { places, accepted } = await readAccepted(tenant);
  return digestOf([
    allPlaces(places),
    (await getStateMappings(scoped(db, { org_id })))?.version ?? 0,
    accepted.map(({ id, priority }) => [id, priority]),
    await listReadingMarks(tenant),
  ]);
}

/** Returns a repository's claims on the configured bucket. */
export const claimsOnBucket = ({ bucket }: Pick<OwnershipSources, 'bucket'>, claims: readonly Claim[]): Claim[] =>
  claims.filter((one) => (one.bucket ?? bucket) === bucket);

/** Indexes the sources for many queries. */
export function mappingFrom(sources: OwnershipSources): Mapping {
  const { explain, matches, leftOut } = resolveStates(sources);
  return {
    of: (stateKey) => explain(stateKey).belongs,
    triggeredBy(repoId, stateKey) {
      const { belongs, others } = explain(stateKey);
      if (belongs?.repo_id === repoId) return belongs;
      return others.find(({ repo_id: other, triggers }) => other === repoId && triggers);
    },
    explain,
    matches,
    leftOut,
    lockTables: distinctTables(
      sources.repositories.flatMap(({ claims }) => claimsOnBucket(sources, claims).flatMap(({ lock }) => lock ?? [])),
    ),
    places: sources.places,
    names: new Map(sources.repositories.map(({ repo_id, full_name }) => [repo_id, full_name])),
    directories: directoriesOf(sources),
  };
}

function directoriesOf(sources: OwnershipSources): Map<string, Set<string>> {
  const { hand, repositories } = sources;
  const there = new Set(repositories.map(({ repo_id }) => repo_id));
  const claimed = repositories.map(({ repo_id, claims }) => {
    return [repo_id, claimsOnBucket(sources, claims).map(({ path }) => path ?? '.')] as const;
  });
  const byHand = hand.flatMap(({ repo_id, path = '.' }) => (repo_id === null ? [] : [[repo_id, [path]] as const]));
  const directories = new Map<string, Set<string>>();
  for (const [repository, own] of [...claimed, ...byHand])
    if (own.length > 0 && there.has(repository))
      directories.set(repository, new Set([...(directories.get(repository) ?? []), ...own]));
  return directories;
}

/** The owners of states; `repositoryMapping` also computes which changes touch the states of one repository. */
export async function mappingOf(tenant: Tenant): Promise<Mapping> {
  return mappingFrom(await readSources(tenant.db, tenant.scope));
}

/** The owner of a state as the API shows it, and the reason for it, or for having none. */
export function ownerOf({ names }: Pick<Mapping, 'names'>, { belongs, why }: Resolution) {
  return {
    repo_id: belongs?.repo_id ?? null,
    repo_full_name: belongs ? (names.get(belongs.repo_id) ?? belongs.repo_id) : null,
    path: belongs?.path ?? null,
    why: belongs?.why ?? why ?? null,
  };
}
