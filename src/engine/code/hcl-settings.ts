import { attribute, blocks, constant, isBody, labelled, type ConfigBody, type ConfigValue } from '../../base/hcl.ts';
import { DEFAULT_REGION } from '../state/place.ts';
import { messageOf } from '../../base/errors.ts';
import { byPrecedence, isOverride, parseModuleFile } from '../../base/module-files.ts';
import type { ProviderSettings, TagSettings } from './provider-settings.ts';

export type ModuleFile = { name: string; text: string };

/**
 * A setting of a file that could not be used. `of` names it if it belongs to one configuration: `ignore_tags.keys` of
 * `aws.west`.
 */
export type ModuleProblem = { file: string; detail: string; of?: { provider: string; setting: string } };

/** The tag settings and regions of the `provider` blocks of a root module. */
export type ModuleSettings = {
  /** By configuration (`aws`, `aws.west`). Contains only configurations with tag settings. */
  settings: Map<string, TagSettings & { file: string }>;
  /** The regions of configurations that name one. */
  regions: Map<string, string>;
  /** Settings that could not be used, with the remedy. */
  problems: ModuleProblem[];
};

/** Maximum size of a file in characters. People do not write larger ones. */
export const MAX_MODULE_FILE_SIZE = 1 << 20;

const WANTED = new Set(['terraform', 'required_providers', 'provider', 'ignore_tags', 'default_tags', 'dynamic']);
/** Only files with one of these words can contain relevant settings. */
const MATTERS = /ignore_tags|default_tags|required_providers|\bprovider\b/;
const NOT_CONSTANT = 'is no constant: set it with --ignore-tag-key or in the provider settings';

type Report = (what: string) => void;

/** The constants in a list of strings. Reports other elements. */
function texts(value: ConfigValue | undefined, report: Report): string[] {
  if (value === undefined || value === null) return [];
  const all = Array.isArray(value) ? value : [undefined];
  return all.flatMap((one) => {
    const text = constant(one);
    if (text === undefined) report(NOT_CONSTANT);
    else if (text === '') report('has an empty text, which is left out');
    return text === undefined || text === '' ? [] : [text];
  });
}

function tagMap(value: ConfigValue | undefined, report: Report): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (!isBody(value)) {
    report(NOT_CONSTANT);
    return {};
  }
  const entries = value.items.flatMap(({ key, value: one }): [string, string][] => {
    const [name, text] = [constant(key), constant(one)];
    if (name === undefined || text === undefined) report(NOT_CONSTANT);
    return name === undefined || text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(entries);
}

function tagSettings(body: ConfigBody, report: (of: string) => Report): TagSettings {
  for (const { key, labels } of body.items)
    if (key === 'dynamic' && labels.some((label) => label === 'ignore_tags' || label === 'default_tags'))
      report(labels[0] ?? '')(NOT_CONSTANT);
  const [ignored, defaults] = [blocks(body, 'ignore_tags'), blocks(body, 'default_tags')];
  const all = (name: 'keys' | 'key_prefixes') =>
    ignored.flatMap((one) => texts(attribute(one, name), report(`ignore_tags.${name}`)));
  const [keys, prefixes] = [all('keys'), all('key_prefixes')];
  const tags = defaults.map((one) => tagMap(attribute(one, 'tags'), report('default_tags.tags')));
  return {
    ...(keys.length + prefixes.length > 0 && { ignore_tags: { keys, key_prefixes: prefixes } }),
    ...(tags.some((one) => Object.keys(one).length > 0) && {
      default_tags: Object.fromEntries(tags.flatMap(Object.entries)),
    }),
  };
}

/** The types of providers by their local names in `required_providers`. */
function localNames(bodies: readonly ConfigBody[]): Map<string, string> {
  const required = bodies
    .flatMap((body) => blocks(body, 'terraform'))
    .flatMap((one) => blocks(one, 'required_providers'));
  return new Map(
    required
      .flatMap(({ items }) => items)
      .flatMap(({ key, value }) => {
        const source = isBody(value) ? constant(attribute(value, 'source')) : undefined;
        return source === undefined ? [] : [[key, source.slice(source.lastIndexOf('/') + 1).toLowerCase()] as const];
      }),
  );
}

export type ParsedFile = { file: string; body: ConfigBody };

function parsedFiles(files: readonly ModuleFile[], problems: ModuleProblem[]): ParsedFile[] {
  return files.flatMap(({ name: file, text }) => {
    try {
      if (text.length > MAX_MODULE_FILE_SIZE) throw new Error('it is larger than 1 MB');
      if (!MATTERS.test(text)) return [];
      return [{ file, body: parseModuleFile(file, text, WANTED) }];
    } catch (error) {
      problems.push({ file, detail: `its provider settings are not used: ${messageOf(error)}` });
      return [];
    }
  });
}

const NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;

/** The name of a block's configuration: `aws`, `aws.west`. Undefined if it is invalid. */
function nameOf(type: string, block: ConfigBody): string | undefined {
  const aliasValue = attribute(block, 'alias') ?? undefined;
  const alias = constant(aliasValue);
  if (!NAME.test(type)) return undefined;
  if (aliasValue === undefined) return type;
  return alias !== undefined && NAME.test(alias) ? `${type}.${alias}` : undefined;
}

/**
 * Reads the tag settings of one root module (`*.tf`, `*.tf.json`): the constants in `ignore_tags` and `default_tags` of
 * its `provider` blocks. Evaluates and guesses nothing. Settings that cannot be used become problems, which repeat no
 * value. Never throws.
 */
export function settingsFromModule(files: readonly ModuleFile[]): ModuleSettings {
  const problems: ModuleProblem[] = [];
  const parsed = parsedFiles(files, problems);
  const settings = settingsFromParsed(parsed);
  return { ...settings, problems: [...problems, ...settings.problems] };
}

/** Does the same for parsed files. */
export function settingsFromParsed(files: readonly ParsedFile[]): ModuleSettings {
  const problems: ModuleProblem[] = [];
  const parsed = files.toSorted((a, b) => byPrecedence(a.file, b.file));
  const types = localNames(parsed.map(({ body }) => body));
  const settings: ModuleSettings['settings'] = new Map();
  const regions = new Map<string, string>();
  const seen = new Set<string>();

  function take(file: string, name: string, block: ConfigBody): void {
    const unresolved = new Map<string, ModuleProblem>();
    const own = tagSettings(block, (setting) => (what) => {
      const detail = `${setting} of ${name} ${what}.`;
      unresolved.set(detail, { file, detail, of: { provider: name, setting } });
    });
    problems.push(...unresolved.values());
    if (seen.has(name) && !isOverride(file)) {
      problems.push({ file, detail: `there is more than one provider block for ${name}; none is used.` });
      settings.delete(name);
      regions.delete(name);
      return;
    }
    seen.add(name);
    const written = attribute(block, 'region') ?? undefined;
    const region = constant(written);
    if (region !== undefined) regions.set(name, region);
    else if (written === undefined && !regions.has(name)) regions.set(name, DEFAULT_REGION);
    const before = settings.get(name);
    // An override replaces the block even if none of its settings can be used.
    const ignored = own.ignore_tags ?? (blocks(block, 'ignore_tags').length > 0 ? undefined : before?.ignore_tags);
    const defaults = own.default_tags ?? (blocks(block, 'default_tags').length > 0 ? undefined : before?.default_tags);
    settings.delete(name);
    if (ignored ?? defaults)
      settings.set(name, {
        ...(ignored && { ignore_tags: ignored }),
        ...(defaults && { default_tags: defaults }),
        file: (own.ignore_tags ?? own.default_tags) ? file : (before?.file ?? file),
      });
  }

  for (const { file, body } of parsed)
    for (const {
      labels: [local = ''],
      body: block,
    } of labelled(body, 'provider')) {
      const name = nameOf(types.get(local) ?? local, block);
      if (name !== undefined) take(file, name, block);
    }
  return { settings, regions, problems };
}

/**
 * Merges the settings of a module into explicit ones. The explicit ones take precedence, by configuration and setting.
 */
export function withModuleSettings(
  explicit: ProviderSettings,
  { settings }: Pick<ModuleSettings, 'settings'>,
): ProviderSettings {
  const merged = new Map(Object.entries(explicit));
  for (const [name, { file: _, ...own }] of settings) merged.set(name, { ...own, ...merged.get(name) });
  return Object.fromEntries(merged);
}
