import { parseConfigSyntax, type ConfigBody } from './hcl.ts';
import { parseLooseSyntax } from './hcl-loose.ts';

/** Whether Terraform or OpenTofu reads a file of this name in a module's directory. */
export const isModuleFile = (name: string): boolean => /^[^.#].*\.(?:tf|tofu)(?:\.json)?$/.test(name);

/** Whether what a file of this name says takes the place of what others say. */
export const isOverride = (file: string): boolean => /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/.test(file);

/** Order does not matter to Terraform but for files that override others, which come last. */
export const byPrecedence = (a: string, b: string): number =>
  Number(isOverride(a)) - Number(isOverride(b)) || (a < b ? -1 : Number(a > b));

/** The files of a module among the names in its directory: of `x.tofu` and `x.tf`, OpenTofu's own one. */
export function moduleFiles(names: Iterable<string>): string[] {
  const all = new Set([...names].filter(isModuleFile));
  return [...all].filter((name) => !all.has(name.replace(/\.tf(?=$|\.json$)/, '.tofu')) || /\.tofu/.test(name));
}

/** JSON's own errors repeat what they stumble over, which may be a secret. */
export function parseModuleJson(text: string): ConfigBody {
  try {
    if (text.trimStart().startsWith('{')) return parseConfigSyntax(text);
  } catch {
    // Said below.
  }
  throw new Error('it is not valid JSON');
}

/** Finds the blocks of these names in a file of a module, in either syntax (see `parseLooseSyntax`). Throws for unreadable text. */
export const parseModuleFile = (
  name: string,
  text: string,
  ...wanted: [ReadonlySet<string>, within?: Pick<ReadonlySet<string>, 'has'>]
): ConfigBody => (name.endsWith('.json') ? parseModuleJson(text) : parseLooseSyntax(text, ...wanted));
