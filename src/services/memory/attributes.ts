/** Attributes that are kept of an incident, the characters that they may have together, and each. */
const MAX_PATHS = 200;
const CHARACTERS = 50_000;
const MAX_PATH_LENGTH = 2000;

/** As many of these attributes' paths as are kept of one incident, from the first on; each once. */
export function keptAttributes(paths: readonly string[]): string[] {
  const kept = [...new Set(paths)].filter((path) => path.length <= MAX_PATH_LENGTH).slice(0, MAX_PATHS);
  let characters = 0;
  return kept.filter((path) => (characters += path.length) <= CHARACTERS);
}
