/** The provider configuration of a resource in a state. */
export type ProviderAddress = {
  /** Fully qualified and in lower case: `registry.terraform.io/hashicorp/aws`. */
  source: string;
  /** The alias of the configuration. Absent for the default configuration. */
  alias?: string;
  /**
   * The text in the state. It distinguishes configurations in different modules, and OpenTofu's instances of one
   * configuration.
   */
  text: string;
};

const KEY = String.raw`\[(?:"(?:[^"\\]|\\.)*"|\d+)\]`;
const NAME = String.raw`[^.[\]"\s]+`;
const MODULES = `(?:module\\.${NAME}(?:${KEY})?\\.)*`;

/** `provider["…"].alias`. OpenTofu writes `provider["…"].alias["key"]` for configurations with for_each. */
const CURRENT = new RegExp(String.raw`^(${MODULES})provider\["([^"\\\s]+)"\](?:\.(${NAME}))?(${KEY})?$`, 's');
/** The format before 0.13: `provider.aws.west`. HCL allows blanks around the dots. */
const LEGACY = new RegExp(String.raw`^(${MODULES})provider\s*\.\s*(${NAME})(?:\s*\.\s*(${NAME}))?$`, 's');

function qualified(source: string): string {
  const parts = source.toLowerCase().split('/');
  const [first, second, third] = parts;
  // A type without a namespace is a HashiCorp provider, from the time before others existed.
  if (second === undefined)
    return first === 'terraform' ? 'terraform.io/builtin/terraform' : `registry.terraform.io/hashicorp/${first}`;
  if (third === undefined) return `registry.terraform.io/${first}/${second}`;
  // 0.13 wrote "-" for the unknown namespace of a provider in a 0.12 state.
  return second === '-' ? `${first}/hashicorp/${third}` : parts.join('/');
}

/**
 * Reads `provider["registry.terraform.io/hashicorp/aws"].west`, with or without a module before it. Undefined for other
 * text.
 */
export function parseProviderAddress(text: string): ProviderAddress | undefined {
  const [, , type, alias] = CURRENT.exec(text) ?? LEGACY.exec(text) ?? [];
  if (type === undefined) return undefined;
  const source = qualified(type);
  return alias === undefined ? { source, text } : { source, alias, text };
}

/**
 * The identity of a configuration among those of its provider in one state: module, alias and OpenTofu's key. For
 * example `west`, `each["eu"]`, `module.net.west`, `module.net`. Empty for the default configuration of the root
 * module.
 */
export function configurationIn({ text }: Pick<ProviderAddress, 'text'>): string {
  const [, modules = '', , alias = '', key = ''] = CURRENT.exec(text) ?? LEGACY.exec(text) ?? [];
  return `${modules}${alias}${key}`.replace(/\.$/, '');
}

/** One text for the same provider at either public registry. */
export const sameSource = (text: string): string =>
  text.replace(/^registry\.opentofu\.org\//, 'registry.terraform.io/');
