import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMON_TYPES } from '../testkit/common-types.ts';
import { whyNotListed } from '../src/clouds/aws/catalog/not-listed.ts';
import { kindOf } from '../src/clouds/aws/catalog/same-types.ts';
import { readLists } from '../src/clouds/aws/inventory/table.ts';
import { isProperty } from '../src/engine/inventory/classes/property.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const lists = readLists(read('assets/aws/lists.txt'));
const isListed = (type: string) => lists.has(type) || lists.has(kindOf(type));

test('lists each of the 100 most common types, or says why not', () => {
  expect(new Set(COMMON_TYPES).size).toBe(100);
  const silent = COMMON_TYPES.filter(
    (type) => !isListed(type) && !isProperty(type) && whyNotListed(type) === undefined,
  );
  expect(silent).toEqual([]);
});

test('lists no type of which it says why it is not listed', () => {
  expect([...lists.keys()].filter((type) => whyNotListed(type) !== undefined)).toEqual([]);
});

test('names in the documentation each common type that is not listed', () => {
  const text = read('docs/inventory-types.md');
  const unlisted = COMMON_TYPES.filter((type) => !isListed(type));
  expect(unlisted.filter((type) => !text.includes(`\`${type}\``))).toEqual([]);
  expect(text).toContain(`${100 - unlisted.length} of the 100 most common types`);
});
