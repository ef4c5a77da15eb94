import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { moduleFiles } from '../base/module-files.ts';
import {
  LARGEST_MODULE_FILE,
  settingsFromModule,
  type ModuleFile,
  type ModuleSettings,
} from '../drift/rules/hcl-settings.ts';
import { directoriesOf, nearest } from './beside.ts';

/** Of one directory; a root module has a few dozen files. */
const MOST_FILES = 500;
const MOST_BYTES = 16 << 20;

/** What a root module says, by where its files lie. */
export type FoundModule = ModuleSettings & { directory: string };

function readModule(directory: string): FoundModule | undefined {
  const names = moduleFiles(readdirSync(directory));
  if (names.length === 0) return undefined;
  const files: ModuleFile[] = [];
  const problems: ModuleSettings['problems'] = [];
  let bytes = 0;
  for (const file of names.slice(0, MOST_FILES))
    try {
      const stats = statSync(join(directory, file));
      bytes += stats.isFile() ? stats.size : 0;
      if (!stats.isFile() || stats.size > LARGEST_MODULE_FILE || bytes > MOST_BYTES)
        throw new Error('it, or all of them together, is not of a usual size');
      files.push({ name: file, text: readFileSync(join(directory, file), 'utf8') });
    } catch (error) {
      problems.push({ file, detail: `its provider settings are not used: ${messageOf(error)}` });
    }
  if (names.length > MOST_FILES)
    problems.push({ file: '', detail: `only ${MOST_FILES} of its ${names.length} files were looked at.` });
  const told = settingsFromModule(files);
  return { directory, settings: told.settings, problems: [...problems, ...told.problems] };
}

/** The root module of this directory. Throws an error that names it where there is none. */
export function moduleIn(directory: string): FoundModule {
  const advice = 'Name another with --hcl, or scan with --no-hcl.';
  let found: FoundModule | undefined;
  try {
    found = readModule(directory);
  } catch (error) {
    throw new Error(`${directory} cannot be used: ${messageOf(error)}. ${advice}`, { cause: error });
  }
  if (!found) throw new Error(`${directory} has no *.tf files. ${advice}`);
  return found;
}

/**
 * The root module that goes with each state of a file or directory that is scanned: the nearest one where its lock file may
 * lie, too, and for a file of its own else the one here. A directory that cannot be looked into has none.
 */
export function modulesBeside(target: string): (stateKey: string) => FoundModule | undefined {
  const isDirectory = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
  const moduleNear = nearest((directory) => {
    try {
      return readModule(directory);
    } catch {
      // What is not there, or may not be read, tells nothing.
      return undefined;
    }
  });
  return (stateKey) => moduleNear([...directoriesOf(target, stateKey), ...(isDirectory ? [] : ['.'])]);
}
