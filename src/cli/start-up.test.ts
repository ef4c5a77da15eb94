import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = import.meta.dirname;

/** The packages that a file loads at once, directly and through its imports: without types and later imports. */
function packagesOf(file: string, seen = new Set<string>(), packages = new Set<string>()): Set<string> {
  if (seen.has(file)) return packages;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, target = ''] of text.matchAll(/(?:^|\n)(?:import|export)\b(?!\s+type\b)[^'";]*?from\s+'([^']+)'/g))
    if (target.startsWith('.')) packagesOf(join(dirname(file), target), seen, packages);
    else if (!target.startsWith('node:')) packages.add(target);
  return packages;
}

test('loads no package but the parser of options before it knows the command', () => {
  expect([...packagesOf(join(root, 'program.ts'))]).toEqual(['commander']);
});
