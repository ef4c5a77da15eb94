import { messageOf } from '../../base/errors.ts';
import { blocks, isBody, labelled, type ConfigBody, type ConfigValue } from '../../base/hcl.ts';
import { parseLooseAttributes } from '../../base/hcl-loose.ts';
import { parseModuleFile, parseModuleJson } from '../../base/module-files.ts';
import { maskName } from '../mask/mask.ts';
import { blockLines, type BlockLines } from '../code/block-lines.ts';
import { CODE_BLOCKS, codeIn, type CodeFacts } from '../code/module-code.ts';
import { backendOf } from './backends.ts';
import { backendSettings, isBackendFile } from './backend-settings.ts';
import type { FileFacts, ModuleFacts } from './types.ts';

const WANTED = new Set([
  'terraform',
  'backend',
  'cloud',
  'workspaces',
  'required_providers',
  'provider',
  'ignore_tags',
  'default_tags',
  'dynamic',
  ...CODE_BLOCKS,
]);
/** Only files with one of these words can contain relevant facts. */
const MATTERS =
  /\b(?:backend|cloud|module|provider|ignore_tags|default_tags|required_providers|ignore_changes|path\.root)\b/;
/** Maximum for one file. People do not name more. */
const MAX_FILES = 200;
/** Maximum characters of the names of resources and modules in one file. The lines of further blocks are not kept. */
const MAX_NAMES_CHARACTERS = 32_768;
const DECLARES = /\b(?:resource|module)\b/;
/** Maximum characters of the provider configuration in one file. */
const MAX_PROVIDERS_CHARACTERS = 65_536;

/** Replaces possible secrets in a value by expressions, which are then reported. */
function harmless(value: ConfigValue): ConfigValue {
  if (Array.isArray(value)) return value.map(harmless);
  if (isBody(value))
    return {
      items: value.items.map((item) => ({ ...item, key: harmlessText(item.key), value: harmless(item.value) })),
    };
  return typeof value === 'string' ? harmlessText(value) : value;
}
const harmlessText = (text: string) => (maskName(text) === text ? text : '${…}');

/** Drops references that may contain secrets. Their attributes are compared then. */
function harmlessCode(code: CodeFacts | undefined): CodeFacts {
  if (!code?.ignores) return code ?? {};
  const ignores = Object.entries(code.ignores).map(([resource, references]): [string, string[]] => [
    resource,
    references.filter((one) => maskName(one) === one),
  ]);
  return { ...code, ignores: Object.fromEntries(ignores) };
}

const only = (body: ConfigBody, ...names: string[]): ConfigBody => ({
  items: body.items.filter(({ key }) => names.includes(key)),
});

/** The tag and region settings of a file's provider blocks. The caller has to apply `harmless`. */
function providersOf(body: ConfigBody): ConfigBody | undefined {
  const required = blocks(body, 'terraform').flatMap((one) => blocks(one, 'required_providers'));
  const sources = required
    .flatMap(({ items }) => items)
    .flatMap(({ key, value }) => (isBody(value) ? [{ key, labels: [], value: only(value, 'source') }] : []));
  const providers = labelled(body, 'provider')
    .map(({ labels, body: block }) => ({
      key: 'provider',
      labels: labels.slice(0, 1),
      value: only(block, 'alias', 'region', 'ignore_tags', 'default_tags', 'dynamic'),
    }))
    .filter(({ value }) => isBody(value) && value.items.length > 0);
  if (providers.length === 0 && sources.length === 0) return undefined;
  const wrapped = { items: [{ key: 'required_providers', labels: [], value: { items: sources } }] };
  return {
    items: [...(sources.length > 0 ? [{ key: 'terraform', labels: [], value: wrapped }] : []), ...providers],
  };
}

/** Files and directories below the module's own directory that texts name. For `a/b-${x}.json` that is `a`. */
function namedFiles(text: string): string[] {
  const names = new Set<string>();
  for (const [, way = '', end] of text.matchAll(/\$\{path\.(?:module|root)\}\/([^"$%{}\r\n]{1,512})("?)/g)) {
    const whole = end === '"' ? way : way.slice(0, Math.max(way.lastIndexOf('/'), 0));
    if (whole.replaceAll(/[./]/g, '') !== '') names.add(whole);
    if (names.size === MAX_FILES) break;
  }
  return [...names];
}

/**
 * The first lines of blocks, without names that may be secrets. Empty for a file that cannot be parsed; `statementsIn`
 * reports it if it is relevant.
 */
function linesIn(name: string, text: string): BlockLines | undefined {
  if (!DECLARES.test(text)) return undefined;
  try {
    let room = MAX_NAMES_CHARACTERS;
    const lines = Object.entries(blockLines(name, text)).filter(([block]) => {
      room -= block.length;
      return room >= 0 && maskName(block) === block;
    });
    return lines.length > 0 ? Object.fromEntries(lines) : undefined;
  } catch {
    return undefined;
  }
}

/** The only block type that a `-backend-config` file may contain. */
const BLOCKS = new Set(['workspaces']);

const some = <T>(all: readonly T[]) => (all.length > 0 ? [...all] : undefined);

function backendsIn(body: ConfigBody): NonNullable<ModuleFacts['backends']> {
  const terraform = blocks(body, 'terraform');
  const named = terraform.flatMap((one) => labelled(one, 'backend'));
  const clouds = terraform.flatMap((one) => blocks(one, 'cloud')).map((cloud) => ({ labels: ['cloud'], body: cloud }));
  return [...named, ...clouds].map(({ labels: [type = ''], body: block }) => ({
    type: type.slice(0, 64),
    ...(backendOf(type) && { settings: backendSettings(block, type) }),
  }));
}

/**
 * The facts of one file of a module (`*.tf`, `*.tofu`, and their JSON), in linear time. Never throws: an unreadable
 * file becomes a problem, which repeats no text of the file.
 */
export function moduleFacts(name: string, text: string): FileFacts {
  const lines = linesIn(name, text);
  return { ...statementsIn(name, text), ...(lines && { lines }) };
}

/** All facts of a file except the lines of its blocks. */
function statementsIn(name: string, text: string): FileFacts {
  if (!MATTERS.test(text) && !text.includes('path.module')) return {};
  let body: ConfigBody;
  try {
    body = parseModuleFile(name, text, WANTED);
  } catch (error) {
    return { problems: [`is not read: ${messageOf(error)}`] };
  }
  const backends = backendsIn(body);
  const providers = providersOf(body);
  const isTooMuch = providers !== undefined && JSON.stringify(providers).length > MAX_PROVIDERS_CHARACTERS;
  const facts: ModuleFacts = Object.fromEntries(
    Object.entries({
      backends: some(backends.slice(0, 10)),
      files: some(namedFiles(text)),
      providers: providers && !isTooMuch ? harmless(providers) : undefined,
      ...harmlessCode(codeIn(body)),
    }).filter(([, value]) => value !== undefined),
  );
  return {
    ...(Object.keys(facts).length > 0 && { module: facts }),
    ...(isTooMuch && { problems: ['has too much provider configuration; it is not used.'] }),
  };
}

/**
 * The facts of a `-backend-config` file; empty for a file with any other setting. Never throws; an unreadable file
 * becomes a problem if its name contains "backend".
 */
export function backendFacts(name: string, text: string): FileFacts {
  const isMeant = /backend/i.test(name);
  try {
    const body = text.trimStart().startsWith('{') ? parseModuleJson(text) : parseLooseAttributes(text, BLOCKS);
    if (!isBackendFile(body)) return {};
    const settings = backendSettings(body);
    return Object.keys(settings).length === 0 ? {} : { backend: settings };
  } catch (error) {
    return isMeant ? { problems: [`is not read: ${messageOf(error)}`] } : {};
  }
}
