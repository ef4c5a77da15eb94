import type { LockTable } from '../../base/state-source.ts';
import { distinctTables, resolveStates, type Resolution } from '../../drift/mapping/resolve.ts';
import type { Belonging, Claim, HandMapping, RepositoryClaims } from '../../drift/mapping/types.ts';
import { getCloudConfig } from '../../store/queries/cloud-configs.ts';
import { listClaims } from '../../store/queries/repository-readings.ts';
import { getStateMappings } from '../../store/queries/state-mappings.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';

/** Which state of an organization belongs to which of its repositories, as it is known now. */
export type Mapping = {
  /** Undefined where the state belongs to no repository, but to the organization. */
  of(stateKey: string): Belonging | undefined;
  /** The same with all that speaks for another repository. */
  explain(stateKey: string): Resolution;
  /** The tables that any of its states may be locked in. */
  lockTables: LockTable[];
  /** What repositories are called now, by their ids. */
  names: ReadonlyMap<string, string>;
  /** Repositories that states may belong to, each with the directories where those may lie. */
  places: ReadonlyMap<string, ReadonlySet<string>>;
};

/** What decides whose a state is: what was set by hand, and what all repositories say, of which one may go before another. */
export type Sayings = {
  hand: readonly HandMapping[];
  repositories: readonly (RepositoryClaims & { full_name: string })[];
  bucket: string | null;
};

/** Reads what is said of an organization's states. */
export async function readSayings(db: Executor, { org_id }: OrgScope): Promise<Sayings> {
  // Whose a state is, all of them decide together, also where some of them are not visible to whoever asks.
  const scope = { org_id };
  return {
    hand: (await getStateMappings(db, scope.org_id))?.mappings ?? [],
    repositories: await listClaims(db, scope),
    bucket: (await getCloudConfig(db, scope.org_id, 'aws'))?.state_bucket ?? null,
  };
}

/** Those of a repository's claims that are about the bucket that is looked at. */
export const oursOf = ({ bucket }: Pick<Sayings, 'bucket'>, claims: readonly Claim[]): Claim[] =>
  claims.filter((one) => (one.bucket ?? bucket) === bucket);

/** Makes it ready to be asked many times. */
export function mappingFrom(said: Sayings): Mapping {
  const resolve = resolveStates(said);
  return {
    of: (stateKey) => resolve(stateKey).belongs,
    explain: resolve,
    lockTables: distinctTables(
      said.repositories.flatMap(({ claims }) => oursOf(said, claims).flatMap(({ lock }) => lock ?? [])),
    ),
    names: new Map(said.repositories.map(({ repo_id, full_name }) => [repo_id, full_name])),
    places: placesOf(said),
  };
}

function placesOf(said: Sayings): Map<string, Set<string>> {
  const { hand, repositories } = said;
  const there = new Set(repositories.map(({ repo_id }) => repo_id));
  const claimed = repositories.map(({ repo_id, claims }) => {
    return [repo_id, oursOf(said, claims).map(({ path }) => path ?? '.')] as const;
  });
  const byHand = hand.flatMap(({ repo_id, path = '.' }) => (repo_id === null ? [] : [[repo_id, [path]] as const]));
  const places = new Map<string, Set<string>>();
  for (const [repository, directories] of [...claimed, ...byHand])
    if (directories.length > 0 && there.has(repository))
      places.set(repository, new Set([...(places.get(repository) ?? []), ...directories]));
  return places;
}

/** Which state belongs to which repository. What touches the states of one of them says `repositoryMapping`. */
export async function mappingOf(db: Executor, scope: OrgScope): Promise<Mapping> {
  return mappingFrom(await readSayings(db, scope));
}
