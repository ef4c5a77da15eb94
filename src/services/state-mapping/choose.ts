import { plural } from '../../base/plural.ts';
import type { ReadingProblem } from '../../engine/mapping/types.ts';
import type { HostTree } from '../codehosts/port.ts';
import { kindOf, type FileKind } from './read-file.ts';

/** A file that may contain facts about states. */
export type ChosenFile = { path: string; sha: string; kind: FileKind };
type Ranked = ChosenFile & { rank: number; depth: number };

/** The limit for one repository; files with the most relevant names are read first. */
const MAX_FILES = 3_000;
/** The limit for one file: no handwritten configuration is larger. */
export const MAX_FILE_BYTES = 1 << 20;
/** The limit for lock files and files for backends, which have a few lines. */
const MAX_SETTINGS_BYTES = 256 * 1024;
/** The longest path, in bytes, that an index accepts. */
const MAX_PATH_BYTES = 1_024;

/** Names of files that usually hold backends and providers. */
const RELEVANT_NAME = /(?:^|\/)(?:backend|terraform|versions?|providers?|main|state|remote)[^/]*$/i;
const rankOf = (path: string, kind: FileKind) => {
  if (kind === 'config') return 0;
  if (kind === 'lock') return 2;
  return kind === 'backend' || RELEVANT_NAME.test(path) ? 1 : 3;
};

/** The relevant files of a tree, the most relevant first, and the problems with the ones that are left out. */
export function chooseFiles(tree: HostTree): { files: ChosenFile[]; problems: ReadingProblem[] } {
  const problems: ReadingProblem[] = [];
  const files: Ranked[] = [];
  const seen = new Set<string>();
  let large = 0;
  let tooLong = 0;
  for (const { path, type, sha, size } of tree.entries) {
    // Different names that are no UTF-8 may arrive as the same name.
    const kind = type === 'file' && !seen.has(path) ? kindOf(path.slice(-MAX_PATH_BYTES)) : undefined;
    if (kind === undefined) continue;
    seen.add(path);
    const largest = kind === 'lock' || kind === 'backend' ? MAX_SETTINGS_BYTES : MAX_FILE_BYTES;
    if (Buffer.byteLength(path) > MAX_PATH_BYTES) tooLong += 1;
    else if (size <= largest) files.push({ path, sha, kind, rank: rankOf(path, kind), depth: path.split('/').length });
    else if (kind !== 'backend' && ++large <= 20)
      problems.push({ path: path.slice(0, 200), detail: 'is not read: it is too large.' });
  }
  files.sort((a, b) => a.rank - b.rank || a.depth - b.depth || (a.path < b.path ? -1 : 1));
  const note = (detail: string) => void problems.push({ path: '', detail });
  if (tooLong > 0) note(`${plural(tooLong, 'path')} too long to be read.`);
  if (large > 20) note(`${plural(large - 20, 'file')} more are too large to be read.`);
  if (tree.truncated) note('the code host does not list all files of so large a repository.');
  if (files.length > MAX_FILES)
    note(
      `only ${MAX_FILES} of its ${files.length} files of Terraform are read: name its states in .plumbline.yml, or map them by hand.`,
    );
  return { files: files.slice(0, MAX_FILES), problems };
}
