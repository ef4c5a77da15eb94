/** The provider that a resource of a state belongs to: where it comes from, and which configuration of it. */
export type ProviderAddress = {
  /** Fully qualified: `registry.terraform.io/hashicorp/aws`. */
  source: string;
  /** The alias of the configuration, if it is not the default one. */
  alias?: string;
  /** The text in the state; configurations in different modules, and OpenTofu's instances of one, differ in it. */
  text: string;
};

const KEY = String.raw`\[(?:"(?:[^"\\]|\\.)*"|\d+)\]`;
const NAME = String.raw`[^.[\]"\s]+`;
const MODULES = `(?:module\\.${NAME}(?:${KEY})?\\.)*`;

/** `provider["…"].alias`; OpenTofu has `provider["…"].alias["key"]` where a configuration has for_each. */
const CURRENT = new RegExp(`^${MODULES}provider\\["([^"\\\\\\s]+)"\\](?:\\.(${NAME}))?(?:${KEY})?$`);
/** As states wrote it before 0.13: `provider.aws.west`. */
const LEGACY = new RegExp(`^${MODULES}provider\\.(${NAME})(?:\\.(${NAME}))?$`);

function qualified(source: string): string {
  const parts = source.split('/');
  if (parts.length === 1)
    // The source is Terraform's own guess from the time when there were no others.
    return source === 'terraform' ? 'terraform.io/builtin/terraform' : `registry.terraform.io/hashicorp/${source}`;
  if (parts.length === 2) return `registry.terraform.io/${source}`;
  // "-" is what 0.13 wrote for a provider of a 0.12 state whose namespace it did not know yet.
  return parts[1] === '-' ? `${parts[0]}/hashicorp/${parts[2]}` : source;
}

/** Reads `provider["registry.terraform.io/hashicorp/aws"].west`, with or without a module before it. Undefined if it is none. */
export function parseProviderAddress(text: string): ProviderAddress | undefined {
  const match = CURRENT.exec(text) ?? LEGACY.exec(text);
  if (!match?.[1]) return undefined;
  const source = qualified(match[1]);
  return match[2] === undefined ? { source, text } : { source, alias: match[2], text };
}
