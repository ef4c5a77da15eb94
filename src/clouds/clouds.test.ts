import { expect, test } from 'vitest';
import { CATALOGS, cloudOf, entryOf, TYPES } from './clouds.ts';

test('has one entry for a type', () => {
  expect(CATALOGS.flatMap((catalog) => Object.keys(catalog))).toHaveLength(TYPES.size);
});

test('knows nothing of types without an entry', () => {
  for (const type of ['aws_thing', 'constructor', '']) expect(entryOf(type)).toBeUndefined();
});

test('keeps the entries of a catalog in the order of their types', () => {
  for (const types of CATALOGS.map((catalog) => Object.keys(catalog))) expect(types).toEqual(types.toSorted());
});

test.each([
  ['registry.terraform.io/hashicorp/aws', true],
  ['registry.opentofu.org/hashicorp/aws', true],
  ['registry.example.com/hashicorp/aws', false],
  ['registry.terraform.io.example.com/hashicorp/aws', false],
  ['example.com/registry.terraform.io/hashicorp/aws', false],
  ['registry.terraform.io/acme/aws', false],
])('decides whether %s gets the credentials of the role: %j', (source, expected) => {
  expect(cloudOf(source)?.name === 'aws').toBe(expected);
});
