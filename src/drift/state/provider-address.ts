/** The provider that a resource of a state belongs to: where it comes from, and which configuration of it. */
export type ProviderAddress = {
  /** Fully qualified: `registry.terraform.io/hashicorp/aws`. */
  source: string;
  /** The alias of the configuration, if it is not the default one. */
  alias?: string;
  /** The text in the state; configurations in different modules differ in it. */
  text: string;
};

const CURRENT = /^(?:module\..*\.)?provider\["([^"]+)"\](?:\.([^.\]]+))?$/s;
/** As states wrote it before 0.13: `provider.aws.west`; the source is Terraform's own guess from then. */
const LEGACY = /^(?:module\..*\.)?provider\.([A-Za-z0-9_-]+)(?:\.([A-Za-z0-9_-]+))?$/s;

function qualified(source: string): string {
  const parts = source.split('/');
  if (parts.length === 1) return `registry.terraform.io/hashicorp/${source}`;
  return parts.length === 2 ? `registry.terraform.io/${source}` : source;
}

/** Reads `provider["registry.terraform.io/hashicorp/aws"].west`, with or without a module before it. Undefined if it is none. */
export function parseProviderAddress(text: string): ProviderAddress | undefined {
  const match = CURRENT.exec(text) ?? LEGACY.exec(text);
  if (!match?.[1]) return undefined;
  const source = qualified(match[1]);
  return match[2] === undefined ? { source, text } : { source, alias: match[2], text };
}
