import { readFileSync } from 'node:fs';
import { messageOf } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import { visible } from '../../base/visible.ts';
import type { ProviderSettings, TagSettings } from '../../engine/code/provider-settings.ts';
import { CliError } from '../terminal/client.ts';
import { collect, value, type Values } from '../terminal/options.ts';

export const TAG_OPTIONS = [
  value('--ignore-tag-key <key>', 'a tag to ignore, like ignore_tags of the provider; repeatable', collect),
  value('--ignore-tag-prefix <prefix>', 'the same for all tags whose keys begin with it; repeatable', collect),
  value(
    '--provider-settings <file>',
    'default_tags and ignore_tags by provider configuration, as JSON: {"aws.west": {…}, "*": {…}}',
  ),
] as const;
export type TagOptions = Partial<Values<typeof TAG_OPTIONS>>;

/** Refuses `*`: keys and prefixes are literal, and people who write `kubernetes.io/*` mean `kubernetes.io/`. */
function noGlob(option: string, text: string): void {
  if (text.includes('*'))
    throw new CliError(
      `${option} takes no *: it is no pattern. ${option === '--ignore-tag-key' ? 'What tags begin with is for --ignore-tag-prefix.' : `Say how they begin: "${visible(text.replace(/\*.*$/s, ''))}".`}`,
    );
}

/** Whether any of these options is used. */
export function namesTags({ ignoreTagKey, ignoreTagPrefix, providerSettings }: TagOptions): boolean {
  return (ignoreTagKey ?? ignoreTagPrefix ?? providerSettings) !== undefined;
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');

/** The problem of the settings, if any: every field is optional, and unknown fields are refused. */
function problemOf(settings: unknown): string | undefined {
  if (!isObject(settings)) return 'has to hold an object by provider configuration';
  for (const [name, one] of Object.entries(settings)) {
    const at = `has under ${visible(JSON.stringify(name))}`;
    if (!isObject(one)) return `${at} something else than an object`;
    const unknown = Object.keys(one).find((field) => field !== 'default_tags' && field !== 'ignore_tags');
    if (unknown !== undefined) return `${at} a field that there is not: ${visible(unknown)}`;
    const { default_tags: defaults = {}, ignore_tags: ignored = {} } = one;
    if (!isObject(defaults) || !Object.values(defaults).every((value) => typeof value === 'string'))
      return `${at} default_tags that are no texts`;
    if (!isObject(ignored)) return `${at} ignore_tags that are no object`;
    const { keys = [], key_prefixes: prefixes = [], ...rest } = ignored;
    if (!isTexts(keys) || !isTexts(prefixes) || Object.keys(rest).length > 0)
      return `${at} ignore_tags with something else than texts as keys and key_prefixes`;
  }
  return undefined;
}

function readSettings(path: string): ProviderSettings {
  let settings: unknown;
  try {
    settings = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CliError(`${visible(path)} could not be read as JSON: ${visible(messageOf(error))}`, { cause: error });
  }
  const why = problemOf(settings);
  if (why !== undefined) throw new CliError(`${visible(path)} ${why}.`);
  return settings as ProviderSettings;
}

/** The old and new values; only the new ones if they include an empty text. */
function added(before: readonly string[] = [], more: readonly string[]): string[] {
  return [...new Set([...(more.includes('') ? [] : before), ...more])].filter((one) => one !== '');
}

/**
 * Adds the options to the settings. A file replaces all earlier settings; an empty file name removes them. Keys and
 * prefixes apply to every configuration; an empty one removes the earlier ones. Throws `CliError`.
 */
export function withTags(before: ProviderSettings | null, options: TagOptions): ProviderSettings | null {
  const { ignoreTagKey = [], ignoreTagPrefix = [], providerSettings: file } = options;
  const base = file === '' ? null : file === undefined ? before : readSettings(file);
  if (ignoreTagKey.length + ignoreTagPrefix.length === 0) return base;
  for (const key of ignoreTagKey) noGlob('--ignore-tag-key', key);
  for (const prefix of ignoreTagPrefix) noGlob('--ignore-tag-prefix', prefix);
  const { '*': common = {}, ...rest } = base ?? {};
  const { ignore_tags: ignored = {}, ...others }: TagSettings = common;
  const keys = added(ignored.keys, ignoreTagKey);
  const key_prefixes = added(ignored.key_prefixes, ignoreTagPrefix);
  const some = keys.length + key_prefixes.length > 0;
  const all: TagSettings = { ...others, ...(some && { ignore_tags: { keys, key_prefixes } }) };
  const settings = { ...rest, ...(Object.keys(all).length > 0 && { '*': all }) };
  return Object.keys(settings).length === 0 ? null : settings;
}
