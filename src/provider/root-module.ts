import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { blocks, labelled, type ConfigBody } from '../base/hcl.ts';
import { isObject, type JsonObject } from '../base/json.ts';
import { byPrecedence, isModuleFile, parseModuleFile } from '../base/module-files.ts';
import { evaluate, isKnown } from '../engine/code/evaluate.ts';
import { MAX_MODULE_FILE_SIZE, type ParsedFile } from '../engine/code/hcl-settings.ts';
import { configurationsIn, type Configuration } from '../engine/code/provider-blocks.ts';
import { moduleScope, parseValueFile, valueFiles } from '../engine/code/variables.ts';
import { readModuleFiles } from './module-files.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The backend of a directory's states. `settings` omits unknown values. */
export type Backend = { type: string; settings: JsonObject };

/** The root module of a scan at the terminal. */
export type RootModule = {
  directory: string;
  /** Its provider configurations in a workspace, by name (`blockOf`). */
  configurations: (workspace: string | undefined) => ReadonlyMap<string, Configuration>;
  /** Unreadable files, which may hold any configuration. */
  unread: readonly string[];
  /** The backend in its code. */
  backend: Backend | undefined;
};

const WANTED = new Set(['terraform', 'provider', 'variable', 'locals']);
const ALL = { has: () => true };
const MATTERS = /\b(?:terraform|provider|variable|locals)\b/;

function parsedFiles(directory: string): { parsed: ParsedFile[]; unread: string[] } {
  const { files, problems } = readModuleFiles(directory);
  const unread = problems.map(({ file }) => file);
  const parsed: ParsedFile[] = [];
  for (const { name: file, text } of files)
    try {
      if (MATTERS.test(text)) parsed.push({ file, body: parseModuleFile(file, text, WANTED, ALL) });
    } catch {
      unread.push(file);
    }
  return { parsed: parsed.toSorted((a, b) => byPrecedence(a.file, b.file)), unread };
}

/** The files with variable values in a directory. Throws an error that names an unreadable one. */
function valuesIn(directory: string): ConfigBody[] {
  return valueFiles(readdirSync(directory)).map((name) => {
    const path = join(directory, name);
    if (statSync(path).size > MAX_MODULE_FILE_SIZE)
      throw new Error(`${path} is larger than any that is written by hand`);
    try {
      return parseValueFile(name, readFileSync(path, 'utf8'));
    } catch (error) {
      // Without the file, variables would get wrong values.
      throw new Error(`${path} cannot be read: ${messageOf(error)}. Correct it, or scan with --no-hcl.`, {
        cause: error,
      });
    }
  });
}

const known = (body: ConfigBody, scope: Parameters<typeof evaluate>[1]): JsonObject =>
  Object.assign(
    {},
    ...body.items.map((item) => {
      const result = evaluate({ items: [item] }, scope);
      return isKnown(result) ? result.value : {};
    }),
  ) as JsonObject;

/** Reads a directory's root module; undefined without one. Throws where it or a file of values is unreadable. */
export function readRootModule(directory: string, env: Env): RootModule | undefined {
  if (!readdirSync(directory).some(isModuleFile)) return undefined;
  const { parsed, unread } = parsedFiles(directory);
  const files = valuesIn(directory);
  const bodies = parsed.map(({ body }) => body);
  const scopeOf = (workspace: string | undefined) => moduleScope(bodies, { files, env, workspace });
  const cache = new Map<string | undefined, Map<string, Configuration>>();
  const terraform = bodies.flatMap((body) => blocks(body, 'terraform'));
  const last = terraform.flatMap((one) => labelled(one, 'backend')).at(-1);
  const cloud = terraform.flatMap((one) => blocks(one, 'cloud')).at(-1);
  return {
    directory,
    unread,
    backend: last
      ? { type: last.labels[0] ?? '', settings: known(last.body, scopeOf(undefined)) }
      : cloud && { type: 'cloud', settings: known(cloud, scopeOf(undefined)) },
    configurations(workspace) {
      const cached = cache.get(workspace) ?? configurationsIn(parsed, scopeOf(workspace));
      cache.set(workspace, cached);
      return cached;
    },
  };
}

/** Terraform's data directory: its installed providers and its choices for a directory. */
export const dataDirectory = (directory: string, { TF_DATA_DIR: path }: Env): string =>
  resolve(directory, path || '.terraform');

/** The backend that `terraform init` recorded, `-backend-config` included; undefined where there is none. */
export function recordedBackend(data: string): Backend | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(join(data, 'terraform.tfstate'), 'utf8'));
    const backend = isObject(record) ? record.backend : undefined;
    if (!isObject(backend) || typeof backend.type !== 'string') return undefined;
    const settings = isObject(backend.config) ? backend.config : {};
    return { type: backend.type, settings: settings as JsonObject };
  } catch {
    return undefined;
  }
}

/** The workspace selected by the environment, else by `terraform workspace select`; undefined without one. */
export function selectedWorkspace(data: string, { TF_WORKSPACE: named }: Env): string | undefined {
  if (named) return named;
  try {
    return readFileSync(join(data, 'environment'), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
