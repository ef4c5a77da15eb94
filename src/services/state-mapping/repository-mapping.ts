import { createTouch } from '../../engine/mapping/touch.ts';
import type { Claim, Layout } from '../../engine/mapping/types.ts';
import { getLayout } from '../../store/queries/repository-readings.ts';
import type { Tenant } from '../../store/scope.ts';
import type { ChangedFile } from '../codehosts/port.ts';
import { claimsAmong } from '../../engine/mapping/claims-in.ts';
import { mappingFrom, claimsOnBucket, readSources, type Mapping, type OwnershipSources } from '../ownership/mapping.ts';

/** The facts in a repository's files: its claims, and the calls between its modules. */
type RepositoryReading = { claims: readonly Claim[]; layout: Layout };

/** One repository's part of the mapping, and the states that its files touch. */
export type RepositoryMapping = {
  repo_id: string;
  mapping: Mapping;
  /** True if the repository owns a state, so that its findings may be shown there. */
  owns(stateKey: string): boolean;
  /** True if changes in the repository trigger an analysis of a state: its own, or an unowned one that it claims. */
  triggers(stateKey: string): boolean;
  /** Directories of root modules that it claims or that have a hand mapping; `.` for the whole repository. */
  directories: readonly string[];
  /** The states that files touch, out of those that the repository triggers. */
  touched(files: readonly ChangedFile[]): (stateKey: string) => boolean;
  /** The touched directories to which none of these states belongs. */
  touchedRoots(files: readonly ChangedFile[], states: readonly string[]): string[];
  /** The mapping that would result from this read of the repository. */
  withReading(reading: RepositoryReading): RepositoryMapping;
};

/** Reads the mapping of one repository; other repositories only affect who owns a state. */
export async function repositoryMapping(tenant: Tenant, repoId: string): Promise<RepositoryMapping> {
  return fromReading(await readSources(tenant.db, tenant.scope), repoId, await getLayout(tenant, repoId));
}

function fromReading(sources: OwnershipSources, repoId: string, layout: Layout): RepositoryMapping {
  const mapping = mappingFrom(sources);
  const { named, own, whole } = directoriesOf(sources, repoId, mapping);
  const touch = createTouch(layout, named);
  const owns = (stateKey: string) => mapping.of(stateKey)?.repo_id === repoId;
  const locationOf = (stateKey: string) => mapping.triggeredBy(repoId, stateKey);
  const triggers = (stateKey: string) => locationOf(stateKey) !== undefined;
  return {
    repo_id: repoId,
    mapping,
    owns,
    triggers,
    directories: [...new Set(whole ? ['.', ...own] : own)].toSorted(),
    touched(files) {
      const touched = touch(files);
      return (stateKey) => {
        const location = locationOf(stateKey);
        if (!location) return false;
        return location.whole ? touched.anything : touched.has(location.path);
      };
    },
    touchedRoots(files, states) {
      const touched = touch(files);
      const paths = new Set(states.filter(triggers).map((key) => locationOf(key)?.path));
      const roots = [...own].filter((directory) => !paths.has(directory) && touched.has(directory));
      // A claim on the whole repository may concern known states.
      return whole && paths.size === 0 && touched.anything ? ['.', ...roots] : roots.toSorted();
    },
    withReading({ claims, layout: other }) {
      const own = claimsAmong(claims, sources.places.sources);
      const repositories = sources.repositories.map((one) => (one.repo_id === repoId ? { ...one, claims: own } : one));
      return fromReading({ ...sources, repositories }, repoId, other);
    },
  };
}

/**
 * The directories of a repository's hand mappings and claims; `whole` if one of them covers the whole repository.
 * Claims to states of another owner, and unaccepted patterns, trigger nothing.
 */
function directoriesOf(sources: OwnershipSources, repoId: string, mapping: Mapping) {
  const { hand, repositories } = sources;
  const all = repositories.find((one) => one.repo_id === repoId)?.claims ?? [];
  const isAccepted = (claim: Claim) =>
    sources.accepted.some((one) => one.repo_id === repoId && one.glob && one.key === claim.key);
  const claims = claimsOnBucket(sources, all).filter((one) =>
    one.glob ? isAccepted(one) : mapping.triggeredBy(repoId, one.key) !== undefined,
  );
  const byHand = hand.filter(({ repo_id }) => repo_id === repoId);
  const given = byHand.flatMap(({ path }) => path ?? []);
  const inFile = claims.filter(({ source }) => source === 'config').flatMap(({ path }) => path ?? []);
  return {
    named: new Set([...given, ...inFile]),
    own: new Set([...claims.flatMap(({ path }) => path ?? []), ...given]),
    whole: claims.some(({ path }) => path === null) || byHand.some(({ path }) => path === undefined),
  };
}
