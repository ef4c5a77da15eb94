import type { ChangedFiles } from '../codehosts/port.ts';
import { mappingAtHead, type Place } from './at-head.ts';
import type { RepositoryMapping } from './repository-mapping.ts';

/** What changed files touch: states of a repository, and root modules of it whose states are not known as its own. */
export type Touch = { states: (stateKey: string) => boolean; roots: readonly string[] };

/** What files touch by what the default branch says. `states` are all that are known; files that are not known touch everything. */
export function touchBy(
  base: RepositoryMapping,
  states: readonly string[],
  changed: ChangedFiles | undefined,
): Touch | 'everything' {
  if (!changed || changed.truncated) return 'everything';
  return { states: base.touched(changed.files), roots: base.touchedRoots(changed.files, states) };
}

/**
 * The same of a pull request, with what it says itself: its new root modules and the modules that they call. What it says
 * never makes a state the repository's own; anybody may open one.
 */
export async function touchByPull(
  place: Place,
  base: RepositoryMapping,
  states: readonly string[],
  changed: ChangedFiles,
): Promise<Touch | 'everything'> {
  const touch = touchBy(base, states, changed);
  if (touch === 'everything') return touch;
  const head = await mappingAtHead(place, base, changed.files);
  if (!head) return 'everything';
  const own = states.filter((key) => base.triggers(key));
  const touched = head.mapping.touched(changed.files);
  const roots = [...touch.roots, ...head.mapping.touchedRoots(changed.files, own), ...head.keyless];
  return {
    states: (key) => touch.states(key) || (base.triggers(key) && touched(key)),
    roots: [...new Set(roots)].toSorted(),
  };
}
