import type { ProviderAddress } from '../state/provider-address.ts';

/** What a `provider {}` block may say of tags, as far as it matters to what is drift. */
export type TagSettings = {
  /** Tags that Terraform adds to every resource. */
  default_tags?: Record<string, string>;
  /** Tags that Terraform does not want to know of. */
  ignore_tags?: { keys?: string[]; key_prefixes?: string[] };
};

/**
 * Settings that no state holds, by the provider configuration that they belong to: `aws` is the default one, `aws.west` the
 * one with that alias, and what stands under `*` holds for all.
 */
export type ProviderSettings = Record<string, TagSettings>;

/** What a configuration is called in HCL: `aws`, or `aws.west`. */
export function configurationName({ source, alias }: ProviderAddress): string {
  const local = source.slice(source.lastIndexOf('/') + 1);
  return alias === undefined ? local : `${local}.${alias}`;
}

const union = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])];

/** The settings of one provider configuration: what holds for all, and its own beside or over that. */
export function settingsFor(settings: ProviderSettings, provider: ProviderAddress): TagSettings {
  const name = configurationName(provider);
  const common = settings['*'] ?? {};
  const own = (Object.hasOwn(settings, name) ? settings[name] : undefined) ?? {};
  return {
    default_tags: { ...common.default_tags, ...own.default_tags },
    ignore_tags: {
      keys: union(common.ignore_tags?.keys, own.ignore_tags?.keys),
      key_prefixes: union(common.ignore_tags?.key_prefixes, own.ignore_tags?.key_prefixes),
    },
  };
}

/** Whether a tag is one of those that Terraform was told to ignore. */
export function isIgnoredTag({ ignore_tags: ignored }: TagSettings, key: string): boolean {
  return (
    (ignored?.keys?.includes(key) ?? false) ||
    (ignored?.key_prefixes?.some((prefix) => key.startsWith(prefix)) ?? false)
  );
}
