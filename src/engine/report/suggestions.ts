import { isObject } from '../../base/json.ts';
import type { AttributeDrift, Finding, Suggestion } from '../model/analysis.ts';
import { configurationName } from '../code/provider-settings.ts';

/** A tag that is the only new one on this many resources probably comes from a tool. */
const SEVERAL = 3;

/** The key in a path such as `tags_all["cost-center"]`. */
function keyIn(path: string): string | undefined {
  const [, quoted] = /^tags(?:_all)?\[("(?:[^"\\]|\\.)*")\]$/.exec(path) ?? [];
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string);
}

/** The tags that an attribute says were added; undefined where it says anything else. */
function addedTags({ path, action, after, sensitive }: AttributeDrift): string[] | undefined {
  if (action !== 'added' || sensitive) return undefined;
  const key = keyIn(path);
  if (key !== undefined) return [key];
  return /^tags(?:_all)?$/.test(path) && isObject(after) ? Object.keys(after) : undefined;
}

/** The one tag that is all that is new on a resource. */
function onlyTag({ kind, attributes }: Finding): string | undefined {
  if (kind !== 'changed') return undefined;
  // tags_all has default tags beside the others, where the state has them, too; tags may show all of them as new.
  const all = attributes.filter(({ path }) => path.startsWith('tags_all'));
  const own = all.length > 0 ? attributes.filter(({ path }) => !/^tags(?:\[|$)/.test(path)) : attributes;
  const keys = own.map(addedTags);
  const [first] = keys[0] ?? [];
  return keys.every((one) => one?.length === 1 && one[0] === first) ? first : undefined;
}

/** The option, to be pasted where a shell reads the key as it is: whoever sets tags chooses it. */
const asOption = (key: string) => `--ignore-tag-key${/^[\w.:/@+][\w.:/=@+-]*$/.test(key) ? ` ${key}` : ''}`;

/**
 * What a person may want to set, by what was found: a tag that is the only change on several resources of one provider
 * configuration was set by something else than Terraform, and will be for as long as that goes on.
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
