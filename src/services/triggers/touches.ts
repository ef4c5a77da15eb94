import type { ChangedFiles } from '../codehosts/port.ts';
import type { RepositoryMapping } from '../state-mapping/repository-mapping.ts';

/** What changed files touch: states of a repository, and root modules of it whose states no analysis has found yet. */
export type Touch = { states: (stateKey: string) => boolean; roots: readonly string[] };

/** What files touch that are known (`changed`); those that are not may touch anything. */
export function touchBy(
  repository: RepositoryMapping,
  states: readonly string[],
  changed: ChangedFiles | undefined,
): Touch | 'everything' {
  if (!changed || changed.truncated) return 'everything';
  return { states: repository.touched(changed.files), roots: repository.touchedRoots(changed.files, states) };
}

/** Whether that calls for an analysis: never where there is nothing to look at. */
export function isTouched(
  repository: RepositoryMapping,
  states: readonly string[],
  touch: Touch | 'everything',
): boolean {
  const own = states.filter((key) => repository.owns(key));
  if (own.length === 0 && repository.directories.length === 0) return false;
  return touch === 'everything' || touch.roots.length > 0 || own.some(touch.states);
}
