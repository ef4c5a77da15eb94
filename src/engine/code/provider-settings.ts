import type { ProviderAddress } from '../state/provider-address.ts';

/** The tag settings of a `provider` block. */
export type TagSettings = {
  /** Tags that Terraform adds to every resource. */
  default_tags?: Record<string, string>;
  /** Tags that Terraform ignores. */
  ignore_tags?: { keys?: string[]; key_prefixes?: string[] };
};

/**
 * Settings that states do not contain, by provider configuration: `aws` is the default configuration, `aws.west` the
 * one with that alias, and `*` applies to all.
 */
export type ProviderSettings = Record<string, TagSettings>;

/** The name of a configuration in HCL: `aws`, or `aws.west`. */
export function configurationName({ source, alias }: ProviderAddress): string {
  const local = source.slice(source.lastIndexOf('/') + 1);
  return alias === undefined ? local : `${local}.${alias}`;
}

const union = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])];

/** The settings of one provider configuration: its own ones, merged over the common ones. */
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

export function isIgnoredTag({ ignore_tags: ignored }: TagSettings, key: string): boolean {
  return (
    (ignored?.keys?.includes(key) ?? false) ||
    (ignored?.key_prefixes?.some((prefix) => key.startsWith(prefix)) ?? false)
  );
}
