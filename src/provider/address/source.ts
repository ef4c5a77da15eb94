/** The parts of a provider's address: `registry.terraform.io/hashicorp/aws`. */
export type ProviderSource = { host: string; namespace: string; type: string };

// Letters and digits of any script, as in Terraform; no dot or slash alone, which could leave a directory.
const HOST = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d{1,5})?$/u;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?$/u;

/** Public registries with the same providers under the same names: a state names its own tool's registry. */
const TWINS: Readonly<Record<string, string>> = {
  'registry.terraform.io': 'registry.opentofu.org',
  'registry.opentofu.org': 'registry.terraform.io',
};

/**
 * Parses a fully qualified provider address, or one with the default host (`hashicorp/aws`) or default host and
 * namespace (`aws`). Undefined for any other text: it comes from a state, and becomes part of paths.
 */
export function parseProviderSource(text: string): ProviderSource | undefined {
  const parts = text.toLowerCase().split('/');
  const type = parts.pop() ?? '';
  // Terraform 0.13 wrote "-" for providers whose namespace a 0.12 state did not name.
  const namespace = (parts.pop() ?? 'hashicorp').replace(/^-$/, 'hashicorp');
  const host = parts.pop() ?? 'registry.terraform.io';
  if (parts.length > 0 || text.length > 256 || host.includes('..')) return undefined;
  return HOST.test(host) && NAME.test(namespace) && NAME.test(type) ? { host, namespace, type } : undefined;
}

/** `host/namespace/type`. */
export function formatProviderSource(source: ProviderSource): string {
  return `${source.host}/${source.namespace}/${source.type}`;
}

/** The same provider at the other public registry; undefined for providers of a private one. */
export function twinSource(source: ProviderSource): ProviderSource | undefined {
  const host = TWINS[source.host];
  return host === undefined ? undefined : { ...source, host };
}

/** True for the public registries, where anybody may publish and whose names everybody knows. */
export function isPublicHost(host: string): boolean {
  return Object.hasOwn(TWINS, host);
}
