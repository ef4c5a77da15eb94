import type { ChangedFiles } from '../codehosts/port.ts';
import type { Mapping } from '../state-mapping/mapping.ts';

/**
 * Whether changed files touch a state of the repository. While no analysis has found states of its own, the directories count
 * that its configuration names. Undefined files are not known: they may touch anything.
 */
export function touches(
  mapping: Mapping,
  repoId: string,
  states: readonly string[],
  changed: ChangedFiles | undefined,
): boolean {
  const own = states.filter((key) => mapping.of(key)?.repo_id === repoId);
  const paths = mapping.pathsOf(repoId);
  if (own.length === 0 && paths.length === 0) return false;
  if (!changed || changed.truncated) return true;
  if (own.length > 0) return own.some(mapping.touched(repoId, changed.files));
  const isIn = (file: string) => paths.some((path) => path === '.' || file === path || file.startsWith(`${path}/`));
  return changed.files.some(({ path, previous_path: previous = path }) => isIn(path) || isIn(previous));
}
