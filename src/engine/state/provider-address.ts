/** The provider that a resource of a state belongs to: where it comes from, and which configuration of it. */
export type ProviderAddress = {
  /** Fully qualified and in lower case: `registry.terraform.io/hashicorp/aws`. */
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
const CURRENT = new RegExp(String.raw`^(${MODULES})provider\["([^"\\\s]+)"\](?:\.(${NAME}))?(${KEY})?$`, 's');
/** As states wrote it before 0.13: `provider.aws.west`; HCL allows blanks around the dots. */
const LEGACY = new RegExp(String.raw`^(${MODULES})provider\s*\.\s*(${NAME})(?:\s*\.\s*(${NAME}))?$`, 's');

function qualified(source: string): string {
  const parts = source.toLowerCase().split('/');
  const [first, second, third] = parts;
  // Where only a type is given, the rest is Terraform's own guess from the time when there were no others.
  if (second === undefined)
    return first === 'terraform' ? 'terraform.io/builtin/terraform' : `registry.terraform.io/hashicorp/${first}`;
  if (third === undefined) return `registry.terraform.io/${first}/${second}`;
  // "-" is what 0.13 wrote for a provider of a 0.12 state whose namespace it did not know yet.
  return second === '-' ? `${first}/hashicorp/${third}` : parts.join('/');
}

/**
 * Whether a provider is the one that is configured for AWS here; OpenTofu's registry has it under another host. What calls
 * itself so at a host of its own is another provider: it does not get the credentials.
 */
export const isAws = (source: string): boolean =>
  /^registry\.(?:terraform\.io|opentofu\.org)\/hashicorp\/aws$/.test(source);

/** Reads `provider["registry.terraform.io/hashicorp/aws"].west`, with or without a module before it. Undefined if it is none. */
export function parseProviderAddress(text: string): ProviderAddress | undefined {
  const [, , type, alias] = CURRENT.exec(text) ?? LEGACY.exec(text) ?? [];
  if (type === undefined) return undefined;
  const source = qualified(type);
  return alias === undefined ? { source, text } : { source, alias, text };
}

/**
 * What tells a configuration from the others of its provider in one state: the module that it stands in, its alias and
 * OpenTofu's key: `west`, `each["eu"]`, `module.net.west`, `module.net`. Empty for the default one of the root module.
 */
export function configurationIn({ text }: Pick<ProviderAddress, 'text'>): string {
  const [, modules = '', , alias = '', key = ''] = CURRENT.exec(text) ?? LEGACY.exec(text) ?? [];
  return `${modules}${alias}${key}`.replace(/\.$/, '');
}
