/** Limits of the stored attribute paths of an incident: their number, their characters together, and those of each. */
const MAX_PATHS = 200;
const CHARACTERS = 50_000;
const MAX_PATH_LENGTH = 2000;

/** The distinct paths to store, from the first on, as far as the limits allow. */
export function keptAttributes(paths: readonly string[]): string[] {
  const kept = [...new Set(paths)].filter((path) => path.length <= MAX_PATH_LENGTH).slice(0, MAX_PATHS);
  let characters = 0;
  return kept.filter((path) => (characters += path.length) <= CHARACTERS);
}
