import { labelled } from '../../base/hcl.ts';
import { outermostBlocks } from '../../base/hcl-loose.ts';
import { byPrecedence, isOverride, moduleFiles, parseModuleJson } from '../../base/module-files.ts';

/** Where the blocks of one file begin, by `resource.aws_vpc.main` and `module.net`. */
export type BlockLines = Record<string, number>;

/** The blocks of JSON's syntax, with their labels. */
const LABELS = { resource: 2, module: 1 } as const;

function jsonBlocks(text: string): string[] {
  const body = parseModuleJson(text);
  return Object.entries(LABELS).flatMap(([key, count]) =>
    labelled(body, key, count).map(({ labels }) => [key, ...labels].join('.')),
  );
}

/**
 * The lines that the resource and module blocks of a file begin on; 1 for all of JSON's syntax, whose lines are not known.
 * Throws for text that cannot be read.
 */
export function blockLines(file: string, text: string): BlockLines {
  if (file.endsWith('.json')) return Object.fromEntries(jsonBlocks(text).map((block) => [block, 1]));
  const found = [...outermostBlocks(text)].filter(({ key }) => Object.hasOwn(LABELS, key));
  return Object.fromEntries(found.map(({ key, labels, line }) => [[key, ...labels].join('.'), line]));
}

/** The files among those of one directory that declare blocks: overrides are not where a resource is declared. */
export const declaringFiles = (names: Iterable<string>): string[] =>
  moduleFiles(names)
    .filter((name) => !isOverride(name))
    .toSorted(byPrecedence);

/** The block that declares the resource at an address within a module: `resource.aws_vpc.main` of `module.net["a"].aws_vpc.main[0]`. */
export const resourceBlock = (address: string, module: string): string =>
  `resource.${address.slice(module === '' ? 0 : module.length + 1).replace(/\[.*$/s, '')}`;
