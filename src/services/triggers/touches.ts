import type { RepositoryMapping } from '../state-mapping/repository-mapping.ts';
import type { Touch } from '../state-mapping/touch.ts';

/** Whether what is touched calls for an analysis: never where there is nothing to look at. `states` are all that are known. */
export function isTouched(
  repository: RepositoryMapping,
  states: readonly string[],
  touch: Touch | 'everything',
): boolean {
  const own = states.filter((key) => repository.triggers(key));
  if (own.length === 0 && repository.directories.length === 0) return false;
  return touch === 'everything' || touch.roots.length > 0 || own.some(touch.states);
}
