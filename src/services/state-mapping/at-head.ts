import { CodeHostProblem } from '../../base/code-host.ts';
import { deriveMapping, type ReadFile } from '../../engine/mapping/derive.ts';
import { FACTS_VERSION, type FileFacts } from '../../engine/mapping/types.ts';
import { directoryOf } from '../../engine/mapping/paths.ts';
import { forEachBounded } from '../../engine/refresh/bounded.ts';
import { listFiles } from '../../store/queries/repository-files.ts';
import type { Tenant } from '../../store/scope.ts';
import type { ChangedFile, InstallationClient, ChangedFiles } from '../codehosts/port.ts';
import type { ChosenFile } from './choose.ts';
import { createFactsReader } from './facts-reader.ts';
import { factsIn } from './read-repository.ts';
import { kindOf } from './read-file.ts';
import type { RepositoryMapping } from './repository-mapping.ts';

/** The number of a pull request's files that are read. If it changes more files of Terraform, it may touch anything. */
const MAX_READ = 50;
const AT_ONCE = 6;
/** Errors that mean that the App cannot read a file, now or later. */
const UNREADABLE: readonly CodeHostProblem['code'][] = ['gone', 'forbidden', 'conflict'];

/** A repository whose files can be read at the code host. */
type ReadableRepository = { tenant: Tenant; client: InstallationClient; repository: string };

/** `keyless`: directories of new root modules whose backend names no key, so that their states are unknown. */
type AtHead = { mapping: RepositoryMapping; keyless: readonly string[] };

/**
 * The mapping of a repository with the changes of a pull request: the latest read of the default branch, with the
 * relevant files of the pull request. Undefined if it is unknown, because there are too many files or one cannot be
 * read. Throws `CodeHostProblem` for every other error of the code host.
 */
async function mappingAtHead(
  { tenant, client, repository }: ReadableRepository,
  base: RepositoryMapping,
  changed: readonly ChangedFile[],
): Promise<AtHead | undefined> {
  const matters = ({ path, previous_path: previous }: ChangedFile) =>
    [path, previous].some((one) => one !== undefined && kindOf(one) !== undefined);
  const those = changed.filter(matters);
  if (those.length === 0) return { mapping: base, keyless: [] };
  const rows = await listFiles(tenant, base.repo_id, FACTS_VERSION);
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
    if (error instanceof CodeHostProblem && UNREADABLE.includes(error.code)) return undefined;
    throw error;
  }
  const files = [...known].map(([path, facts]): ReadFile => ({ path, facts }));
  const reading = deriveMapping(files);
  const before = new Set([...backendsIn(rows), ...reading.claims.map(({ path }) => path)]);
  return {
    mapping: base.withReading(reading),
    keyless: backendsIn(files).filter((directory) => !before.has(directory)),
  };
}

/** Directories with a `backend "s3"` block. */
function backendsIn(files: readonly ReadFile[]): string[] {
  const those = files.filter(({ facts }) => facts.module?.backends?.some(({ settings }) => settings));
  return [...new Set(those.map(({ path }) => directoryOf(path)))];
}

/** The part of a repository that files touch: its states, and root modules whose states are not known as its own. */
export type Touch = { states: (stateKey: string) => boolean; roots: readonly string[] };

/**
 * The states and root modules that files touch, by the mapping of the default branch. `states` are all known states; an
 * unknown list of files touches everything.
 */
export function touchBy(
  base: RepositoryMapping,
  states: readonly string[],
  changed: ChangedFiles | undefined,
): Touch | 'everything' {
  if (!changed || changed.truncated) return 'everything';
  return { states: base.touched(changed.files), roots: base.touchedRoots(changed.files, states) };
}

/**
 * The states and root modules that a pull request touches, including its own new root modules and the modules that they
 * call. It never gives the repository a state, since anybody can open a pull request.
 */
export async function touchByPull(
  repository: ReadableRepository,
  base: RepositoryMapping,
  states: readonly string[],
  changed: ChangedFiles,
): Promise<Touch | 'everything'> {
  const touch = touchBy(base, states, changed);
  if (touch === 'everything') return touch;
  const head = await mappingAtHead(repository, base, changed.files);
  if (!head) return 'everything';
  const own = states.filter((key) => base.triggers(key));
  const touched = head.mapping.touched(changed.files);
  const roots = [...touch.roots, ...head.mapping.touchedRoots(changed.files, own), ...head.keyless];
  return {
    states: (key) => touch.states(key) || (base.triggers(key) && touched(key)),
    roots: [...new Set(roots)].toSorted(),
  };
}
