import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES } from './errors.ts';

test('docs/errors.md explains every code with its status, and no other', () => {
  const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map((row) => [row[1], Number(row[2])]);
  expect(Object.fromEntries(rows)).toEqual(ERROR_CODES);
});
