import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** One file of the repository imports another, be it types alone; both as paths from the root. */
export type ImportEdge = { from: string; to: string };

/** The imports of a folder's own files by each other; tests are left out. */
export function importsWithin(folder: string): ImportEdge[] {
  const pattern = /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/g;
  const files = globSync(`${folder}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const edges = files.flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(pattern)].map((match) => ({
      from,
      to: relative(root, join(root, dirname(from), match[1] ?? match[2] ?? '')),
    })),
  );
  return edges.filter(({ to }) => to.startsWith(`${folder}/`));
}

/**
 * The imports that go up an order of subfolders, written from bottom to top, and those of subfolders that the order lacks. Files that lie
 * in the folder itself stand on top of it.
 */
export function importsAgainst(folder: string, order: readonly string[]): ImportEdge[] {
  const level = (file: string): number => {
    const [subfolder = '', below] = file.slice(folder.length + 1).split('/');
    return below === undefined ? order.length : order.indexOf(subfolder);
  };
  return importsWithin(folder).filter(({ from, to }) => level(from) < 0 || level(to) < 0 || level(from) < level(to));
}

/** Files that import each other in a circle; empty where there is none. */
export function importCircle(folder: string): string[] {
  const targets = Map.groupBy(importsWithin(folder), ({ from }) => from);
  const finished = new Set<string>();
  const circleFrom = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (finished.has(file)) return [];
    for (const { to } of targets.get(file) ?? []) {
      const circle = circleFrom(to, [...path, file]);
      if (circle.length > 0) return circle;
    }
    finished.add(file);
    return [];
  };
  return [...targets.keys()].map((file) => circleFrom(file, [])).find((circle) => circle.length > 0) ?? [];
}
