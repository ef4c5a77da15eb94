/**
 * `node scripts/house.ts [folder]` prints the size of each folder of `src/`, its share of imports, and all import
 * cycles.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { circlesOf, importsWithin } from '../testkit/imports.ts';

const SMALL_LINES = 30;
const IMPORT = /^(?:import|export)\b[^;]*?\bfrom '[^']+';$/gms;

type Size = { files: number; lines: number; importLines: number; small: number };

function sizeOf(file: string): Size {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').length - 1;
  const importLines = [...text.matchAll(IMPORT)].reduce((sum, [found]) => sum + found.split('\n').length, 0);
  return { files: 1, lines, importLines, small: lines < SMALL_LINES ? 1 : 0 };
}

const sum = (sizes: readonly Size[]): Size =>
  sizes.reduce(
    (total, one) => ({
      files: total.files + one.files,
      lines: total.lines + one.lines,
      importLines: total.importLines + one.importLines,
      small: total.small + one.small,
    }),
    { files: 0, lines: 0, importLines: 0, small: 0 },
  );

const row = (name: string, { files, lines, importLines, small }: Size): string =>
  [
    name.padEnd(14),
    String(lines).padStart(7),
    String(files).padStart(6),
    `${Math.round((100 * importLines) / Math.max(1, lines))} %`.padStart(8),
    String(small).padStart(6),
  ].join('');

const folder = process.argv[2] ?? 'src';
const files = globSync(`${folder}/**/*.{ts,tsx}`).filter((file) => !/\.test\.tsx?$/.test(file));
const depth = folder.split('/').length;
const folders = Map.groupBy(files, (file) => file.split('/').slice(depth)[0] ?? '');

console.log(`${'folder'.padEnd(14)}  lines files imports < ${SMALL_LINES}`);
for (const [name, own] of [...folders].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(row(name, sum(own.map(sizeOf))));
console.log(row('all', sum(files.map(sizeOf))));

const edges = importsWithin(folder);
const circles = { files: circlesOf(edges), folders: circlesOf(edges, dirname) };
for (const [what, found] of Object.entries(circles)) {
  console.log(`${what} in a circle: ${found.length === 0 ? 'none' : ''}`);
  for (const circle of found) console.log(`  ${circle.join(' ')}`);
}
