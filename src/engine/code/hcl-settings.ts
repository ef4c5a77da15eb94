import { attribute, blocks, constant, isBody, labelled, type ConfigBody, type ConfigValue } from '../../base/hcl.ts';
import { parseLooseSyntax } from '../../base/hcl-loose.ts';
import { messageOf } from '../../base/errors.ts';
import { byPrecedence, isOverride, parseModuleJson } from '../../base/module-files.ts';
import type { ProviderSettings, TagSettings } from './provider-settings.ts';

/** A file of a root module. */
export type ModuleFile = { name: string; text: string };

/** What of a file could not be taken, where it is that: `ignore_tags.keys` of the configuration `aws.west`. */
export type ModuleProblem = { file: string; detail: string; of?: { provider: string; setting: string } };

/** What the `provider` blocks of a root module say of tags, and of where they are. */
export type ModuleSettings = {
  /** By configuration: `aws`, `aws.west`; what says nothing of tags is not among them. */
  settings: Map<string, TagSettings & { file: string }>;
  /** The regions of configurations whose blocks name one. */
  regions: Map<string, string>;
  /** What could not be taken, and what to do. */
  problems: ModuleProblem[];
};

/** Characters of one file; more is no configuration that somebody wrote. */
export const MAX_MODULE_FILE_SIZE = 1 << 20;

const WANTED = new Set(['terraform', 'required_providers', 'provider', 'ignore_tags', 'default_tags', 'dynamic']);
/** A file without these words has nothing that matters here, whatever else it has. */
const MATTERS = /ignore_tags|default_tags|required_providers|\bprovider\b/;
const NOT_CONSTANT = 'is no constant: give it by --ignore-tag-key or by the provider settings';

type Report = (what: string) => void;

/** The constants of a list of texts; what is none is told. */
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

/** What one `provider` block says; empty where it says nothing of tags. */
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

/** The types of providers by what this module calls them, where it calls them otherwise. */
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

/** A file whose blocks were found already. */
export type ParsedFile = { file: string; body: ConfigBody };

function parsedFiles(files: readonly ModuleFile[], problems: ModuleProblem[]): ParsedFile[] {
  return files.flatMap(({ name: file, text }) => {
    try {
      if (text.length > MAX_MODULE_FILE_SIZE) throw new Error('it is larger than 1 MB');
      if (!MATTERS.test(text)) return [];
      return [{ file, body: file.endsWith('.json') ? parseModuleJson(text) : parseLooseSyntax(text, WANTED) }];
    } catch (error) {
      problems.push({ file, detail: `its provider settings are not used: ${messageOf(error)}` });
      return [];
    }
  });
}

const NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;

/** What a block's configuration is called: `aws`, `aws.west`; undefined where that is no name. */
function nameOf(type: string, block: ConfigBody): string | undefined {
  const aliasValue = attribute(block, 'alias') ?? undefined;
  const alias = constant(aliasValue);
  if (!NAME.test(type)) return undefined;
  if (aliasValue === undefined) return type;
  return alias !== undefined && NAME.test(alias) ? `${type}.${alias}` : undefined;
}

/**
 * What the files of one root module (`*.tf`, `*.tf.json`) say of tags: `ignore_tags` and `default_tags` of its `provider`
 * blocks, as far as they are constants. Nothing is evaluated or guessed; what cannot be taken is among the problems, which
 * repeat no value. Never throws.
 */
export function settingsFromModule(files: readonly ModuleFile[]): ModuleSettings {
  const problems: ModuleProblem[] = [];
  const parsed = parsedFiles(files, problems);
  const settings = settingsFromParsed(parsed);
  return { ...settings, problems: [...problems, ...settings.problems] };
}

/** The same of files whose blocks were found already. */
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
    const region = constant(attribute(block, 'region'));
    if (region !== undefined) regions.set(name, region);
    const before = settings.get(name);
    // A block takes the place of the one that it overrides, also where nothing can be taken from it.
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
    for (const [local, block] of labelled(body, 'provider')) {
      const name = nameOf(types.get(local) ?? local, block);
      if (name !== undefined) take(file, name, block);
    }
  return { settings, regions, problems };
}

/** Settings with those of a module beneath them: what somebody gave for a configuration counts instead of what its block says. */
export function withModuleSettings(
  explicit: ProviderSettings,
  { settings }: Pick<ModuleSettings, 'settings'>,
): ProviderSettings {
  const merged = new Map(Object.entries(explicit));
  for (const [name, { file: _, ...own }] of settings) merged.set(name, { ...own, ...merged.get(name) });
  return Object.fromEntries(merged);
}
