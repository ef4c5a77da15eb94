import { CodeHostProblem } from '../../base/code-host.ts';
import { deriveMapping, type ReadFile } from '../../engine/mapping/derive.ts';
import { FACTS_VERSION, type FileFacts } from '../../engine/mapping/facts.ts';
import { directoryOf } from '../../engine/mapping/paths.ts';
import { forEachBounded } from '../../engine/refresh/bounded.ts';
import { listFiles } from '../../store/queries/repository-files.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';
import type { ChangedFile, InstallationClient, ChangedFiles } from '../codehosts/port.ts';
import type { ChosenFile } from './choose.ts';
import { createFactsReader } from './facts-reader.ts';
import { factsIn } from './read-repository.ts';
import { kindOf } from './read-file.ts';
import type { RepositoryMapping } from './repository-mapping.ts';

/** Files of one pull request that are read; whoever changes more of Terraform's may touch anything. */
const MAX_READ = 50;
const AT_ONCE = 6;
/** There is no such file for the App, whatever is asked how often. */
const UNTELLABLE: readonly CodeHostProblem['code'][] = ['gone', 'forbidden', 'conflict'];

/** Where a repository's files are read. */
type Place = { db: Executor; scope: OrgScope; client: InstallationClient; repository: string };

/** `keyless` are directories of new root modules whose backend names no key, so that nobody knows their states. */
type AtHead = { mapping: RepositoryMapping; keyless: readonly string[] };

/**
 * How the mapping of a repository would be with what a pull request changes: what was read of the default branch, and of the
 * pull request's files those that can matter. Undefined where that cannot be told: there are too many, or the code host does not
 * give one. Throws `CodeHostProblem` for all else that the code host refuses.
 */
async function mappingAtHead(
  { db, scope, client, repository }: Place,
  base: RepositoryMapping,
  changed: readonly ChangedFile[],
): Promise<AtHead | undefined> {
  const matters = ({ path, previous_path: previous }: ChangedFile) =>
    [path, previous].some((one) => one !== undefined && kindOf(one) !== undefined);
  const those = changed.filter(matters);
  if (those.length === 0) return { mapping: base, keyless: [] };
  const rows = await listFiles(db, scope, base.repo_id, FACTS_VERSION);
  const known = new Map(rows.map(({ path, facts }): [string, FileFacts] => [path, facts]));
  const shas = new Map(rows.map(({ path, sha }) => [path, sha]));
  const fresh: ChosenFile[] = [];
  for (const { path, previous_path: previous, sha } of those) {
    if (previous !== undefined) known.delete(previous);
    if (sha === null) known.delete(path);
    const kind = sha === null ? undefined : kindOf(path);
    if (kind === undefined || shas.get(path) === sha) continue;
    if (sha === undefined || sha === null) return undefined;
    fresh.push({ path, sha, kind });
  }
  if (fresh.length > MAX_READ) return undefined;
  await using reader = createFactsReader();
  try {
    await forEachBounded(fresh, AT_ONCE, async (file) => {
      known.set(file.path, await factsIn(reader, client, repository, file));
    });
  } catch (error) {
    if (error instanceof CodeHostProblem && UNTELLABLE.includes(error.code)) return undefined;
    throw error;
  }
  const files = [...known].map(([path, facts]): ReadFile => ({ path, facts }));
  const reading = deriveMapping(files);
  const before = new Set([...backendsIn(rows), ...reading.claims.map(({ path }) => path)]);
  return { mapping: base.saying(reading), keyless: backendsIn(files).filter((directory) => !before.has(directory)) };
}

/** Directories with a `backend "s3"` block. */
function backendsIn(files: readonly ReadFile[]): string[] {
  const those = files.filter(({ facts }) => facts.module?.backends?.some(({ settings }) => settings));
  return [...new Set(those.map(({ path }) => directoryOf(path)))];
}

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
