import { isObject } from '../../base/json.ts';
import type { AttributeDrift, Finding, Suggestion } from '../model/analysis.ts';
import { configurationName } from '../code/provider-settings.ts';

/** A tag that is the only addition on this many resources probably comes from a tool. */
const SEVERAL = 3;

/** The key in a path such as `tags_all["cost-center"]`. */
function keyIn(path: string): string | undefined {
  const [, quoted] = /^tags(?:_all)?\[("(?:[^"\\]|\\.)*")\]$/.exec(path) ?? [];
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string);
}

/** The tags that an attribute shows as added; undefined for other changes. */
function addedTags({ path, action, after, sensitive }: AttributeDrift): string[] | undefined {
  if (action !== 'added' || sensitive) return undefined;
  const key = keyIn(path);
  if (key !== undefined) return [key];
  return /^tags(?:_all)?$/.test(path) && isObject(after) ? Object.keys(after) : undefined;
}

/** The tag that is the only addition on a resource. */
function onlyTag({ kind, attributes }: Finding): string | undefined {
  if (kind !== 'changed') return undefined;
  // tags_all contains default tags besides the resource's own. If the state has them, too, tags may show all of them as
  // new.
  const all = attributes.filter(({ path }) => path.startsWith('tags_all'));
  const own = all.length > 0 ? attributes.filter(({ path }) => !/^tags(?:\[|$)/.test(path)) : attributes;
  const keys = own.map(addedTags);
  const [first] = keys[0] ?? [];
  return keys.every((one) => one?.length === 1 && one[0] === first) ? first : undefined;
}

/**
 * The command line option. The key is added only if a shell needs no quotes for it, because whoever sets tags chooses
 * it.
 */
const asOption = (key: string) => `--ignore-tag-key${/^[\w.:/@+][\w.:/=@+-]*$/.test(key) ? ` ${key}` : ''}`;

/**
 * Suggests settings for the findings. A tag that is the only change on several resources of one provider configuration
 * was set by another tool than Terraform, and will be set again.
 */
export function suggestionsFrom(findings: readonly Finding[]): Suggestion[] {
  const seen = new Map<string, { key: string; provider: string; resources: number }>();
  for (const finding of findings) {
    const key = onlyTag(finding);
    if (key === undefined) continue;
    const { provider: source, provider_alias: alias } = finding;
    const provider = configurationName({ source, text: '', ...(alias !== undefined && { alias }) });
    const at = JSON.stringify([provider, key]);
    const one = seen.get(at) ?? { key, provider, resources: 0 };
    one.resources += 1;
    seen.set(at, one);
  }
  return [...seen.values()]
    .filter(({ resources }) => resources >= SEVERAL)
    .sort((a, b) => b.resources - a.resources)
    .map(({ key, provider, resources }) => ({
      kind: 'ignore_tag',
      key,
      provider,
      resources,
      detail: `The tag ${JSON.stringify(key)} was added to ${resources} resources of ${provider}, and nothing else changed on them. If something else than Terraform sets it, ignore it: provider_settings {"${provider}": {"ignore_tags": {"keys": [${JSON.stringify(key)}]}}}, or ${asOption(key)}.`,
    }));
}
