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

/** Of one directory; a root module has a few dozen files. */
const MAX_FILES = 500;
const MAX_BYTES = 16 << 20;
/** Directories that one analysis reads for local modules. */
const MAX_MODULES = 1_000;

/** What a root module says, by where its files lie; and what its code says, with that of the local modules that it calls. */
export type FoundModule = ModuleSettings & { directory: string; code: StateCode };

type ReadModule = Omit<FoundModule, 'code'> & { own: ModuleCode };

/** The resources and modules of a file; nothing for an unreadable one, which its provider settings report. */
function codeOfFile({ name: file, text }: ModuleFile): { file: string; code: CodeFacts }[] {
  if (!MATTERS_AS_CODE.test(text)) return [];
  try {
    const code = codeIn(parseModuleFile(file, text, new Set(CODE_BLOCKS)));
    return code ? [{ file, code }] : [];
  } catch {
    return [];
  }
}

/** The files of the module in a directory, as far as they can be read. Throws where the directory cannot be. */
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

/** The code of local modules, each directory read once; one that is not there, or may not be read, says nothing. */
function moduleReader(): (directory: string) => ModuleCode | undefined {
  const cache = new Map<string, ModuleCode | undefined>();
  return (directory) => {
    if (cache.has(directory) || cache.size >= MAX_MODULES) return cache.get(directory);
    let module: ModuleCode | undefined;
    try {
      module = readModule(directory)?.own;
    } catch {
      // Said above.
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

/** The root module of this directory. Throws an error that names it where there is none. */
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
 * The root module that goes with each state of a file or directory that is scanned: the nearest one where its lock file may
 * lie, too, and for a file of its own else the one here. An unreadable directory has none.
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
