import { ProviderProblem } from '../contract/problem.ts';
import { formatProviderSource, type ProviderSource } from '../address/source.ts';

const WAYS =
  'Ways to give it: "terraform init" in the directory that is scanned; --download, or PLUMBLINE_PROVIDER_DOWNLOAD=1, to ' +
  'download it from the OpenTofu registry, with its signature and checksum verified; --provider-mirror DIR or ' +
  'PLUMBLINE_PROVIDER_MIRROR with a directory filled by "terraform providers mirror DIR"; a filesystem_mirror in a ' +
  'Terraform CLI configuration file.';

/** The advice to tenants for a problem on the server. */
export const ASK = 'Ask whoever runs Plumbline';

/** The problem for a state's text that is no provider address. */
export function notAnAddress(text: string): ProviderProblem {
  const shown = JSON.stringify(text.slice(0, 200));
  return new ProviderProblem('provider_not_found', text, `${shown} is not a provider address such as "hashicorp/aws".`);
}

/** True for Terraform's built-in provider, which has `terraform_data`. */
export function isBuiltIn(source: ProviderSource): boolean {
  return source.host === 'terraform.io' && source.namespace === 'builtin';
}

/** The problem for the built-in provider, which has no binary. */
export function builtIn(source: ProviderSource): ProviderProblem {
  const address = formatProviderSource(source);
  return new ProviderProblem(
    'provider_not_found',
    address,
    `The provider ${address} is a part of Terraform itself: there is no binary of it, and its resources live in the state alone.`,
  );
}

/** The problem for a provider that no location has: searched locations, obstacles, and how to supply it. */
export function notFound(
  source: ProviderSource,
  platform: string,
  searched: readonly string[],
  notes: readonly string[],
): ProviderProblem {
  const address = formatProviderSource(source);
  const where = [...new Set([...searched, 'the other usual directories'])].join('; ');
  const needed = `The provider ${address} is needed (for ${platform}) and was not found.`;
  const internal = [needed, `Looked in: ${where}.`, ...new Set(notes), WAYS].join(' ');
  return new ProviderProblem('provider_not_found', address, `${needed} ${ASK} to add it.`, { internal });
}

/** The problem for a provider that the operator does not allow: a state must not choose what runs here. */
export function notAllowed(source: ProviderSource): ProviderProblem {
  const address = formatProviderSource(source);
  return new ProviderProblem(
    'provider_not_allowed',
    address,
    `The provider ${address} may not be run here. Whoever runs Plumbline says which may, in PLUMBLINE_PROVIDERS or with --providers.`,
  );
}

/** The problem for a binary of the locked version that matches none of the lock file's hashes. */
export function notLocked(
  source: ProviderSource,
  path: string,
  { platform, own = [] }: { platform: string; own?: readonly string[] },
): ProviderProblem {
  const address = formatProviderSource(source);
  const describe = (where: string, anew: string): string =>
    `The provider ${address}${where} is not the one that the lock file asks for: none of its hashes is ${own.join(' or ')}. ` +
    `It was not used. Where the lock file was made for other platforms, "terraform providers lock -platform=${platform}" ` +
    `adds the missing hash; where it was not, ${anew}.`;
  return new ProviderProblem('provider_checksum_mismatch', address, describe('', 'ask whoever runs Plumbline'), {
    internal: describe(` at ${path}`, 'put the provider there anew'),
  });
}
