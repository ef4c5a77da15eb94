import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** From low to high: a folder imports from itself and from those before it, types included. `services.ts`, above all, is imported by none. */
const LAYERS = [
  'base',
  'secrets',
  'ownership',
  'access',
  'audit',
  'quotas',
  'keys',
  'codehosts',
  'sessions',
  'clouds',
  'views',
  'ignore-rules',
  'repository-config',
  'state-mapping',
  'triggers',
  'publishing',
  'notifications',
  'summaries',
  'memory',
  'analyses',
  'repositories',
  'installations',
  'webhooks',
  'billing',
  'organizations',
  'operator',
];

const folderOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '');
const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
const imports = sources.flatMap((file) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const found = text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g);
  return [...found]
    .map((match) => join(dirname(file), match[1] ?? match[2] ?? ''))
    .filter((target) => !relative('.', target).startsWith('..'))
    .map((target) => ({ file, target }));
});

test('puts every folder into the order, and no file beside them but services.ts', () => {
  const folders = new Set(sources.map(folderOf));
  expect([...folders].filter((one) => one !== '').toSorted()).toEqual(LAYERS.toSorted());
  expect(sources.filter((file) => folderOf(file) === '')).toEqual(['services.ts']);
});

test('imports only from lower folders', () => {
  const rank = (file: string) => (folderOf(file) === '' ? LAYERS.length : LAYERS.indexOf(folderOf(file)));
  expect(imports.length).toBeGreaterThan(400);
  expect(imports.filter(({ file, target }) => rank(target) > rank(file))).toEqual([]);
});

test('imports no file in a circle', () => {
  const targets = Map.groupBy(imports, ({ file }) => file);
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file) || path.includes(file)) return;
    for (const { target } of targets.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  expect(circles).toEqual([]);
});
