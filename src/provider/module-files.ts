import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { moduleFiles, parseModuleFile } from '../base/module-files.ts';
import {
  MAX_MODULE_FILE_SIZE,
  settingsFromModule,
  type ModuleFile,
  type ModuleSettings,
} from '../engine/code/hcl-settings.ts';
import {
  CODE_BLOCKS,
  codeIn,
  MATTERS_AS_CODE,
  moduleCode,
  stateCode,
  type CodeFacts,
  type ModuleCode,
  type StateCode,
} from '../engine/code/module-code.ts';
import { directoriesOf, nearest } from './lock-files.ts';

/** The limit for one directory; a root module has a few dozen files. */
const MAX_FILES = 500;
const MAX_BYTES = 16 << 20;
/** The maximum number of directories that one analysis reads for local modules. */
const MAX_MODULES = 1_000;

/** A root module's settings and directory, and its code with that of the local modules that it calls. */
export type FoundModule = ModuleSettings & { directory: string; code: StateCode };

type ReadModule = Omit<FoundModule, 'code'> & { own: ModuleCode };

/** The resources and modules in a file; none for an unreadable one, which its provider settings report. */
function codeOfFile({ name: file, text }: ModuleFile): { file: string; code: CodeFacts }[] {
  if (!MATTERS_AS_CODE.test(text)) return [];
  try {
    const code = codeIn(parseModuleFile(file, text, new Set(CODE_BLOCKS)));
    return code ? [{ file, code }] : [];
  } catch {
    return [];
  }
}

/** The readable files of the module in a directory. Throws where the directory cannot be read. */
export function readModuleFiles(directory: string): { files: ModuleFile[]; problems: ModuleSettings['problems'] } {
  const names = moduleFiles(readdirSync(directory));
  const files: ModuleFile[] = [];
  const problems: ModuleSettings['problems'] = [];
  let bytes = 0;
  for (const file of names.slice(0, MAX_FILES))
    try {
      const stats = statSync(join(directory, file));
      bytes += stats.isFile() ? stats.size : 0;
      if (!stats.isFile() || stats.size > MAX_MODULE_FILE_SIZE || bytes > MAX_BYTES)
        throw new Error('it, or all of them together, is not of a usual size');
      files.push({ name: file, text: readFileSync(join(directory, file), 'utf8') });
    } catch (error) {
      problems.push({ file, detail: `its provider settings are not used: ${messageOf(error)}` });
    }
  if (names.length > MAX_FILES)
    problems.push({ file: '', detail: `only ${MAX_FILES} of its ${names.length} files were read.` });
  return { files, problems };
}

function readModule(directory: string): ReadModule | undefined {
  const { files, problems } = readModuleFiles(directory);
  if (files.length + problems.length === 0) return undefined;
  const settings = settingsFromModule(files);
  const own = moduleCode(files.flatMap(codeOfFile));
  return { ...settings, directory, own, problems: [...problems, ...settings.problems] };
}

/** Reads the code of local modules, each directory once; undefined for a missing or unreadable one. */
function moduleReader(): (directory: string) => ModuleCode | undefined {
  const cache = new Map<string, ModuleCode | undefined>();
  return (directory) => {
    if (cache.has(directory) || cache.size >= MAX_MODULES) return cache.get(directory);
    let module: ModuleCode | undefined;
    try {
      module = readModule(directory)?.own;
    } catch {
      // The module has no code, as documented above.
    }
    cache.set(directory, module);
    return module;
  };
}

function withCode(
  { own, ...module }: ReadModule,
  moduleAt: (directory: string) => ModuleCode | undefined,
): FoundModule {
  const { directory, regions } = module;
  const places = {
    root: directory,
    regions,
    moduleAt: (one: string) => (one === directory ? own : moduleAt(one)),
    resolve: join,
  };
  return { ...module, code: stateCode(places) };
}

/** The root module in a directory. Throws an error that names the directory where it has none. */
export function moduleIn(directory: string): FoundModule {
  const advice = 'Name another with --hcl, or scan with --no-hcl.';
  let module: ReadModule | undefined;
  try {
    module = readModule(directory);
  } catch (error) {
    throw new Error(`${directory} cannot be used: ${messageOf(error)}. ${advice}`, { cause: error });
  }
  if (!module) throw new Error(`${directory} has no *.tf files. ${advice}`);
  return withCode(module, moduleReader());
}

/**
 * Finds the root module of each state of a scanned file or directory: the nearest one, in the directories that may hold
 * its lock file, and for a single file also the working directory. An unreadable directory has none.
 */
export function modulesBeside(target: string): (stateKey: string) => FoundModule | undefined {
  const isDirectory = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
  const moduleAt = moduleReader();
  const moduleNear = nearest((directory) => {
    try {
      const module = readModule(directory);
      return module && withCode(module, moduleAt);
    } catch {
      // A missing or unreadable directory has no settings.
      return undefined;
    }
  });
  return (stateKey) => moduleNear([...directoriesOf(target, stateKey), ...(isDirectory ? [] : ['.'])]);
}
