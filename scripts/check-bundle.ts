/**
 * Fails if the dashboard's first load exceeds its budget: the JavaScript of its page and of static imports, compressed.
 * Lazy loads of pages do not count, but are printed.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { OUT, prepareWeb } from './build-web.ts';

const BUDGET = 200_000;

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** A file and all its static imports. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(OUT, 'assets', file), 'utf8');
  for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(name, seen);
  return seen;
}

if (!prepareWeb()) process.exit(1);
const page = readFileSync(join(OUT, 'index.html'), 'utf8');
const named = [...page.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)"/g)].map(([, name = '']) => name);
const first = new Set(named.flatMap((name) => [...withImports(name)]));
const sizes = new Map(
  globSync('assets/*.js', { cwd: OUT }).map((file) => [basename(file), gzipSync(readFileSync(join(OUT, file))).length]),
);
const total = [...first].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
const later = [...sizes].filter(([name]) => !first.has(name)).toSorted(([, a], [, b]) => b - a);
console.log(`first load: ${kB(total)} of ${kB(BUDGET)}, gzipped`);
for (const [name, size] of later.slice(0, 5)) console.log(`  later: ${name} ${kB(size)}`);
if (named.length === 0 || total > BUDGET) {
  console.error('Load what a page needs when it is opened: import() in web/src/routes.tsx, or where a part is shown.');
  process.exit(1);
}
