import { attribute, blocks, constant, labelled, type ConfigBody, type ConfigValue } from '../../base/hcl.ts';
import { byPrecedence, moduleFiles } from '../../base/module-files.ts';
import type { Path } from '../../base/value.ts';
import type { StateInstance } from '../state/instance.ts';
import { DEFAULT_REGION } from '../state/place.ts';
import type { ProviderAddress } from '../state/provider-address.ts';
import { configurationName } from './provider-settings.ts';

/** The module calls and `ignore_changes` in one file. */
export type CodeFacts = {
  /** Paths of local modules by call name, as written. */
  calls?: Record<string, string>;
  /** `ignore_changes` by resource (`aws_instance.web`), as written. `all` means all attributes. */
  ignores?: Record<string, string[]>;
};

/** Only files with one of these words can contain relevant facts. */
export const MATTERS_AS_CODE = /\b(?:ignore_changes|module)\b/;
export const CODE_BLOCKS = ['resource', 'lifecycle', 'module'];

/** Limits for one file. People do not write larger ones. */
const MAX_CALLS = 500;
const MAX_RESOURCES = 500;
const MAX_REFERENCES = 100;
const MAX_LENGTH = 512;
const LOCAL = /^\.\.?(?:\/|$)/;

/** The references in a list: `${tags}` in native syntax, `tags` in JSON syntax. */
function referencesIn(value: ConfigValue | undefined): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all
    .flatMap((one) => (typeof one === 'string' ? [one.replace(/^\$\{(.*)\}$/s, '$1')] : []))
    .map((one) => (one === '*' ? 'all' : one))
    .filter((one) => one.length <= MAX_LENGTH && pathOf(one) !== undefined)
    .slice(0, MAX_REFERENCES);
}

const some = <T>(entries: [string, T][]): Record<string, T> | undefined =>
  entries.length > 0 ? Object.fromEntries(entries) : undefined;

/** The facts in a file whose `CODE_BLOCKS` were parsed; undefined if there are none. */
export function codeIn(body: ConfigBody): CodeFacts | undefined {
  const calls = labelled(body, 'module').flatMap(({ labels: [name = ''], body: block }): [string, string][] => {
    const source = constant(attribute(block, 'source'));
    return source !== undefined && LOCAL.test(source) && source.length <= MAX_LENGTH ? [[name, source]] : [];
  });
  const ignores = labelled(body, 'resource', 2).flatMap(({ labels, body: block }): [string, string[]][] => {
    const resource = labels.slice(0, 2).join('.');
    const lists = blocks(block, 'lifecycle').map((one) => attribute(one, 'ignore_changes'));
    const declared = lists.filter((one) => one !== undefined);
    return declared.length > 0 && resource.length <= MAX_LENGTH ? [[resource, declared.flatMap(referencesIn)]] : [];
  });
  const facts = { calls: some(calls.slice(0, MAX_CALLS)), ignores: some(ignores.slice(0, MAX_RESOURCES)) };
  return facts.calls || facts.ignores ? facts : undefined;
}

const STEP = /(?:^|\.)([\p{L}_][\p{L}\p{N}_-]*)|\.(\d+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/uy;

/** Parses a reference to a path: `tags["x"]`, `rule[0].days`, `rule.0.days`. Undefined for other text. */
export function pathOf(reference: string): Path | undefined {
  const path: (string | number)[] = [];
  const step = new RegExp(STEP.source, STEP.flags);
  while (step.lastIndex < reference.length) {
    const [, name, legacy, index, key] = step.exec(reference) ?? [];
    const number = legacy ?? index;
    if (name !== undefined) path.push(name);
    else if (number !== undefined) path.push(Number(number));
    else if (key === undefined) return undefined;
    else
      try {
        path.push(JSON.parse(key) as string);
      } catch {
        return undefined;
      }
  }
  return path.length === 0 ? undefined : path;
}

/** The `ignore_changes` of one resource, with their file. */
export type IgnoredByCode = { paths: readonly Path[] | 'all'; file: string };

/** The merged facts of the files in one directory. */
export type ModuleCode = { calls: ReadonlyMap<string, string>; ignores: ReadonlyMap<string, IgnoredByCode> };

/** Merges the files of one directory like Terraform: override files replace settings of other files. */
export function moduleCode(files: readonly { file: string; code: CodeFacts }[]): ModuleCode {
  const counting = new Set(moduleFiles(files.map(({ file }) => file)));
  const calls = new Map<string, string>();
  const ignores = new Map<string, IgnoredByCode>();
  for (const { file, code } of files.toSorted((a, b) => byPrecedence(a.file, b.file))) {
    if (!counting.has(file)) continue;
    for (const [name, source] of Object.entries(code.calls ?? {})) calls.set(name, source);
    for (const [resource, references] of Object.entries(code.ignores ?? {})) {
      const paths = references.flatMap((one) => [pathOf(one)].filter((path) => path !== undefined));
      ignores.set(resource, { paths: references.includes('all') ? 'all' : paths, file });
    }
  }
  return { calls, ignores };
}

/** The code of a state's root module and of the modules that it calls. */
export type StateCode = {
  /** The region in the block of a provider configuration. */
  regionOf: (provider: ProviderAddress) => string | undefined;
  ignoredOf: (instance: Pick<StateInstance, 'module' | 'type' | 'name'>) => IgnoredByCode | undefined;
  /**
   * The directory of a module, by its address. With `call`, the module's own directory is not known; `directory`
   * contains the call.
   */
  placeOf: (module: string) => { directory: string; call?: string };
};

/**
 * Access to a state's code: its root module, other modules by directory, and a function that resolves relative paths.
 */
export type CodePlaces = {
  root: string;
  regions: ReadonlyMap<string, string>;
  moduleAt: (directory: string) => ModuleCode | undefined;
  resolve: (directory: string, source: string) => string | undefined;
};

const AWS = /\/hashicorp\/aws$/;
const REGION = /^[a-z]{2,4}(-[a-z]+)+-\d{1,2}$/;

const CALL = /module\.([^.[\]"\s]+)(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?(?:\.|$)/y;

/** The names in a module address, the outermost first; undefined for an invalid address. */
function callsOf(module: string): string[] | undefined {
  const names: string[] = [];
  const call = new RegExp(CALL.source, CALL.flags);
  while (call.lastIndex < module.length) {
    const [, name] = call.exec(module) ?? [];
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names;
}

/**
 * Reads the code of one state: its root module, and the local modules that it calls. Modules from registries are not
 * read. Provider configurations in child modules are ignored, because they differ from those of the root module.
 */
export function stateCode({ root, regions, moduleAt, resolve }: CodePlaces): StateCode {
  function placeOf(module: string): { directory: string; call?: string } {
    let directory = root;
    for (const call of callsOf(module) ?? ['']) {
      const source = moduleAt(directory)?.calls.get(call);
      const next = source === undefined ? undefined : resolve(directory, source);
      if (next === undefined) return { directory, call };
      directory = next;
    }
    return { directory };
  }
  return {
    placeOf,
    regionOf(provider) {
      const region = provider.text.startsWith('module.') ? undefined : regions.get(configurationName(provider));
      const isRegion = region === DEFAULT_REGION || REGION.test(region ?? '');
      return AWS.test(provider.source) && isRegion ? region : undefined;
    },
    ignoredOf({ module = '', type, name }) {
      const { directory, call } = placeOf(module);
      if (call !== undefined) return undefined;
      const ignored = moduleAt(directory)?.ignores.get(`${type}.${name}`);
      return ignored && { ...ignored, file: directory === '.' ? ignored.file : `${directory}/${ignored.file}` };
    },
  };
}
