import { labelled } from '../../base/hcl.ts';
import { outermostBlocks } from '../../base/hcl-loose.ts';
import { byPrecedence, isOverride, moduleFiles, parseModuleJson } from '../../base/module-files.ts';

/** The first lines of the blocks of a file, by block: `resource.aws_vpc.main`, `module.net`. */
export type BlockLines = Record<string, number>;

/** The block types, with their number of labels. */
const LABELS = { resource: 2, module: 1 } as const;

function jsonBlocks(text: string): string[] {
  const body = parseModuleJson(text);
  return Object.entries(LABELS).flatMap(([key, count]) =>
    labelled(body, key, count).map(({ labels }) => [key, ...labels].join('.')),
  );
}

/**
 * Finds the first lines of a file's resource and module blocks. For JSON syntax every line is 1, because its lines are
 * not known. Throws for text that cannot be parsed.
 */
export function blockLines(file: string, text: string): BlockLines {
  if (file.endsWith('.json')) return Object.fromEntries(jsonBlocks(text).map((block) => [block, 1]));
  const found = [...outermostBlocks(text)].filter(({ key }) => Object.hasOwn(LABELS, key));
  return Object.fromEntries(found.map(({ key, labels, line }) => [[key, ...labels].join('.'), line]));
}

/** Selects the files of a directory that declare blocks. Override files do not declare resources. */
export const declaringFiles = (names: Iterable<string>): string[] =>
  moduleFiles(names)
    .filter((name) => !isOverride(name))
    .toSorted(byPrecedence);

/**
 * The block that declares the resource of an address in a module: `resource.aws_vpc.main` for
 * `module.net["a"].aws_vpc.main[0]`.
 */
export const resourceBlock = (address: string, module: string): string =>
  `resource.${address.slice(module === '' ? 0 : module.length + 1).replace(/\[.*$/s, '')}`;
