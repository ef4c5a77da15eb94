import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** An import of one file of the repository by another, including type imports; both are paths from the root. */
export type ImportEdge = { from: string; to: string };

/** The import and re-export specifiers of a file, including type imports. `dynamic` for `import()`. */
export function importsOf(file: string): { target: string; dynamic: boolean }[] {
  const pattern = /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;
  return [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, fixed, loaded]) => ({
    target: fixed ?? loaded ?? '',
    dynamic: loaded !== undefined,
  }));
}

/** The imports among the files of a folder, without tests. */
export function importsWithin(folder: string): ImportEdge[] {
  const files = globSync(`${folder}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const edges = files.flatMap((from) =>
    importsOf(from)
      .filter(({ target }) => target.startsWith('.'))
      .map(({ target }) => ({ from, to: join(dirname(from), target) })),
  );
  return edges.filter(({ to }) => to.startsWith(`${folder}/`));
}

/**
 * The imports that violate an order of subfolders, listed from bottom to top: a file imports one from a higher
 * subfolder, or a subfolder is not in the list. Files directly in the folder are above all subfolders.
 */
export function importsAgainst(folder: string, order: readonly string[]): ImportEdge[] {
  const level = (file: string): number => {
    const [subfolder = '', below] = file.slice(folder.length + 1).split('/');
    return below === undefined ? order.length : order.indexOf(subfolder);
  };
  return importsWithin(folder).filter(({ from, to }) => level(from) < 0 || level(to) < 0 || level(from) < level(to));
}

/**
 * Import cycles among files, or among folders. Each cycle is listed once, by its members.
 * @param nodeOf the node of a file: the file itself, or its `dirname`
 */
export function circlesOf(edges: readonly ImportEdge[], nodeOf: (file: string) => string = (file) => file): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    const [source, target] = [nodeOf(from), nodeOf(to)];
    if (source === target) continue;
    targets.set(source, (targets.get(source) ?? new Set()).add(target));
  }
  const reachable = (start: string): Set<string> => {
    const found = new Set<string>();
    const left = [...(targets.get(start) ?? [])];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      left.push(...(targets.get(next) ?? []));
    }
    return found;
  };
  const reach = new Map([...targets.keys()].map((node) => [node, reachable(node)]));
  const circles = new Map<string, string[]>();
  for (const [node, nodes] of reach) {
    if (!nodes.has(node)) continue;
    const members = [...nodes].filter((other) => reach.get(other)?.has(node)).toSorted();
    circles.set(members.join(' '), members);
  }
  return [...circles.values()];
}
