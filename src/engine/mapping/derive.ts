import { isModuleFile, isOverride, moduleFiles } from '../../base/module-files.ts';
import { plural } from '../../base/plural.ts';
import { maskName } from '../mask/mask.ts';
import { settingsFromParsed } from '../code/hcl-settings.ts';
import type { SourcedRule } from '../ignore/ignore.ts';
import type { FileFacts, ModuleFacts, Claim, Layout, ReadingProblem } from './types.ts';
import { backendClaims, type BackendFile, type Root } from './backend-claims.ts';
import { backendOf } from './backends.ts';
import { directoryOf, nameIn, resolvePath, upwards } from './paths.ts';

export type ReadFile = { path: string; facts: FileFacts };

/** The claims, layout, problems and ignore rules from all files of a repository. */
export type Derived = { claims: Claim[]; layout: Layout; problems: ReadingProblem[]; ignore: SourcedRule[] };

type Module = { path: string; facts: ModuleFacts };

const MAX_CLAIMS = 5_000;
const MAX_PROBLEMS = 100;
/** Limits for one directory. People do not write larger ones. */
const MAX_BACKENDS = 10;
const MAX_NAMED = 5_000;
/** Maximum characters of a layout, because short references may resolve to long directories. */
const MAX_LAYOUT_CHARACTERS = 2_000_000;

/** The files of each module by directory, override files last. */
function modulesOf(files: readonly ReadFile[]): Map<string, Module[]> {
  const byDirectory = Map.groupBy(
    files.filter(({ path }) => isModuleFile(nameIn(path))),
    ({ path }) => directoryOf(path),
  );
  const modules = new Map<string, Module[]>();
  for (const [directory, all] of byDirectory) {
    const counting = new Set(moduleFiles(all.map(({ path }) => nameIn(path))));
    const own = all.filter(({ path }) => counting.has(nameIn(path)));
    const ordered = own.toSorted((a, b) => Number(isOverride(nameIn(a.path))) - Number(isOverride(nameIn(b.path))));
    modules.set(
      directory,
      ordered.map(({ path, facts }) => ({ path, facts: facts.module ?? {} })),
    );
  }
  return modules;
}

/** The backend of a module: that of the last override file, else its only one. Reports duplicates. */
function backendsOf(
  module: readonly Module[],
  report: (path: string, detail: string) => void,
): Omit<Root, 'directory'>[] {
  const all = module.flatMap(({ path, facts }) => (facts.backends ?? []).map((backend) => ({ path, ...backend })));
  const last = all.findLast(({ path }) => isOverride(nameIn(path)));
  const counting = last ? [last] : all;
  if (counting.length > 1)
    report(counting[1]?.path ?? '', 'there is more than one backend block for this directory; Terraform takes one.');
  return counting
    .slice(0, MAX_BACKENDS)
    .flatMap(({ path, type, settings }) => (settings ? [{ file: path, type, settings }] : []));
}

/** The module calls and file references that are reachable from root modules. */
function layoutOf(
  modules: ReadonlyMap<string, Module[]>,
  roots: readonly string[],
  report: (path: string, detail: string) => void,
): Layout {
  const reached = new Set(roots);
  const named: [string, Layout['modules'][string]][] = [];
  let room = MAX_LAYOUT_CHARACTERS;
  for (const directory of reached) {
    if (room < 0) {
      report(directory, 'it names too many modules and files; changes to the rest affect no state.');
      break;
    }
    const own = modules.get(directory) ?? [];
    const lead = (all: readonly string[]) =>
      [...new Set(all.slice(0, MAX_NAMED).flatMap((one) => resolvePath(directory, one) ?? []))].toSorted();
    const calls = lead(own.flatMap(({ facts }) => Object.values(facts.calls ?? {})));
    const files = lead(own.flatMap(({ facts }) => facts.files ?? []));
    for (const call of calls) reached.add(call);
    room -= directory.length + [...calls, ...files].reduce((sum, one) => sum + one.length, 0);
    if (calls.length + files.length > 0)
      named.push([directory, { ...(calls.length > 0 && { calls }), ...(files.length > 0 && { files }) }]);
  }
  return { roots: roots.toSorted(), modules: Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

function fileClaims({ path, facts }: ReadFile): Claim[] {
  return (facts.config?.states ?? []).map(({ key, path: directory }): Claim => ({
    key,
    ...(key.includes('*') && { glob: true }),
    path: directory ?? null,
    source: 'config',
    why: `states in ${path}`,
  }));
}

/** Reports ignored tags of a root module's providers that only Terraform can evaluate. */
function reportTags(module: readonly Module[], report: (path: string, detail: string) => void): void {
  const files = module.flatMap(({ path, facts }) => (facts.providers ? [{ file: path, body: facts.providers }] : []));
  for (const { file, detail, of } of settingsFromParsed(files).problems)
    if (of === undefined || of.setting.startsWith('ignore_tags')) report(file, detail);
}

function reportSharedKeys(claims: readonly Claim[], report: (path: string, detail: string) => void): void {
  const byKey = Map.groupBy(
    claims.filter(({ source }) => source === 'backend'),
    ({ key, bucket = null, place = null }) => JSON.stringify([key, bucket, place]),
  );
  for (const twins of byKey.values()) {
    const paths = [...new Set(twins.map(({ path }) => path ?? '.'))].toSorted();
    const [first = '.', second] = paths;
    if (second !== undefined) report(second, `its state is that of ${first}, too: they overwrite each other.`);
  }
}

/**
 * Derives the mapping from the files of a repository, in any order: its claims on states by root module, its layout of
 * modules, its ignore rules, and problems.
 */
export function deriveMapping(repositoryFiles: readonly ReadFile[]): Derived {
  const files = repositoryFiles.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const problems: ReadingProblem[] = files.flatMap(({ path, facts }) =>
    (facts.problems ?? []).map((detail) => ({ path, detail: maskName(detail) })),
  );
  const report = (path: string, detail: string) => void problems.push({ path, detail });
  const modules = modulesOf(files);
  const roots: Root[] = [];
  const directories = new Set(files.filter(({ facts }) => facts.lock).map(({ path }) => directoryOf(path)));
  for (const [directory, module] of modules) {
    if (module.some(({ facts }) => facts.backends)) directories.add(directory);
    for (const backend of backendsOf(module, report)) roots.push({ directory, ...backend });
    if (directories.has(directory)) reportTags(module, report);
  }
  const hosts = new Set(roots.map(({ directory }) => directory));
  const backendFiles = files.flatMap(({ path, facts }): BackendFile[] => {
    if (!facts.backend) return [];
    return [{ path, settings: facts.backend, host: upwards(directoryOf(path)).find((one) => hosts.has(one)) }];
  });
  const claims = [...files.flatMap(fileClaims), ...backendClaims(roots, backendFiles, report)];
  reportSharedKeys(claims, report);
  if (claims.length > MAX_CLAIMS)
    report('', `only ${MAX_CLAIMS} of the ${claims.length} states that it names are used.`);
  const layout = layoutOf(modules, [...directories], report);
  const more = problems.length - MAX_PROBLEMS;
  return {
    claims: claims.slice(0, MAX_CLAIMS),
    layout,
    problems:
      more > 0
        ? [...problems.slice(0, MAX_PROBLEMS), { path: '', detail: `${plural(more, 'problem')} more.` }]
        : problems,
    ignore: files.flatMap(({ facts }) => facts.config?.ignore ?? []),
  };
}

/** True if a module's backend lacks settings that a `-backend-config` file may provide. */
export function isPartial({ module }: FileFacts): boolean {
  return (module?.backends ?? []).some(({ type, settings }) => {
    const { store, state } = backendOf(type) ?? { store: [], state: [] };
    return settings && (store.some((name) => !settings[name]) || !state.some((name) => settings[name]));
  });
}
