import { parseConfigSyntax, type ConfigBody } from './hcl.ts';
import { parseLooseSyntax } from './hcl-loose.ts';

/** Whether Terraform or OpenTofu reads a file of this name in a module's directory. */
export const isModuleFile = (name: string): boolean => /^[^.#].*\.(?:tf|tofu)(?:\.json)?$/.test(name);

/** Whether a file of this name overrides other files. */
export const isOverride = (file: string): boolean => /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/.test(file);

/** The order of files matters only for override files, which come last. */
export const byPrecedence = (a: string, b: string): number =>
  Number(isOverride(a)) - Number(isOverride(b)) || (a < b ? -1 : Number(a > b));

/** A module's files among the names in its directory: OpenTofu's `x.tofu` replaces `x.tf`. */
export function moduleFiles(names: Iterable<string>): string[] {
  const all = new Set([...names].filter(isModuleFile));
  return [...all].filter((name) => !all.has(name.replace(/\.tf(?=$|\.json$)/, '.tofu')) || /\.tofu/.test(name));
}

/** Parses a module's JSON. JSON's own errors quote the text, which may contain a secret. */
export function parseModuleJson(text: string): ConfigBody {
  try {
    if (text.trimStart().startsWith('{')) return parseConfigSyntax(text);
  } catch {
    // Reported below.
  }
  throw new Error('it is not valid JSON');
}

/** Finds blocks by name in a module's file, in either syntax (see `parseLooseSyntax`). Throws for unreadable text. */
export const parseModuleFile = (
  name: string,
  text: string,
  ...wanted: [ReadonlySet<string>, within?: Pick<ReadonlySet<string>, 'has'>]
): ConfigBody => (name.endsWith('.json') ? parseModuleJson(text) : parseLooseSyntax(text, ...wanted));
