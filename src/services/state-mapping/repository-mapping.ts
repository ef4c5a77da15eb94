import { createTouch } from '../../engine/mapping/touch.ts';
import type { Claim, Layout } from '../../engine/mapping/types.ts';
import { getLayout } from '../../store/queries/repository-readings.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';
import type { ChangedFile } from '../codehosts/port.ts';
import { mappingFrom, oursOf, readSayings, type Mapping, type Sayings } from '../ownership/mapping.ts';

/** What a repository says of its states: where which one lies, and what calls what. */
type RepositoryReading = { claims: readonly Claim[]; layout: Layout };

/** One repository's part of the mapping, and what touches its states. */
export type RepositoryMapping = {
  repo_id: string;
  mapping: Mapping;
  /** Whether a state is the repository's own, so that its findings may be shown there. */
  owns(stateKey: string): boolean;
  /** Whether changes in it have a state analysed: its own, and those that it claims and nobody has. */
  triggers(stateKey: string): boolean;
  /** Directories of root modules that it names, and those that somebody gave; `.` where the whole repository is meant. */
  directories: readonly string[];
  /** Which states files touch; none but those that the repository triggers. */
  touched(files: readonly ChangedFile[]): (stateKey: string) => boolean;
  /** Which of its directories files touch that none of these states belongs to. */
  touchedRoots(files: readonly ChangedFile[], states: readonly string[]): string[];
  /** How it would be if the repository said this. */
  saying(reading: RepositoryReading): RepositoryMapping;
};

/** Reads the part of one repository: what is known of others counts only for whose a state is. */
export async function repositoryMapping(db: Executor, scope: OrgScope, repoId: string): Promise<RepositoryMapping> {
  return fromReading(await readSayings(db, scope), repoId, await getLayout(db, scope, repoId));
}

function fromReading(said: Sayings, repoId: string, layout: Layout): RepositoryMapping {
  const mapping = mappingFrom(said);
  const { named, own, whole } = directoriesOf(said, repoId, mapping);
  const touch = createTouch(layout, named);
  const owns = (stateKey: string) => mapping.of(stateKey)?.repo_id === repoId;
  const placeOf = (stateKey: string) => mapping.triggeredBy(repoId, stateKey);
  const triggers = (stateKey: string) => placeOf(stateKey) !== undefined;
  return {
    repo_id: repoId,
    mapping,
    owns,
    triggers,
    directories: [...new Set(whole ? ['.', ...own] : own)].toSorted(),
    touched(files) {
      const touched = touch(files);
      return (stateKey) => {
        const place = placeOf(stateKey);
        if (!place) return false;
        return place.whole ? touched.anything : touched.has(place.path);
      };
    },
    touchedRoots(files, states) {
      const touched = touch(files);
      const paths = new Set(states.filter(triggers).map((key) => placeOf(key)?.path));
      const roots = [...own].filter((directory) => !paths.has(directory) && touched.has(directory));
      // What is said of all of it may be about states that are known.
      return whole && paths.size === 0 && touched.anything ? ['.', ...roots] : roots.toSorted();
    },
    saying({ claims, layout: other }) {
      const repositories = said.repositories.map((one) => (one.repo_id === repoId ? { ...one, claims } : one));
      return fromReading({ ...said, repositories }, repoId, other);
    },
  };
}

/**
 * Directories that somebody gave for states of a repository, and those of its own claims too; and whether all of it is meant. Claims to
 * states that somebody else has, and patterns that are not accepted, trigger nothing.
 */
function directoriesOf(said: Sayings, repoId: string, mapping: Mapping) {
  const { hand, repositories } = said;
  const all = repositories.find((one) => one.repo_id === repoId)?.claims ?? [];
  const isAccepted = (claim: Claim) =>
    said.accepted.some((one) => one.repo_id === repoId && one.glob && one.key === claim.key);
  const claims = oursOf(said, all).filter((one) =>
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
