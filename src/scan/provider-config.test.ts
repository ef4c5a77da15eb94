import { expect, test } from 'vitest';
import { isAws } from './provider-config.ts';

test.each([
  ['registry.terraform.io/hashicorp/aws', true],
  ['registry.opentofu.org/hashicorp/aws', true],
  ['registry.example.com/hashicorp/aws', false],
  ['registry.terraform.io.example.com/hashicorp/aws', false],
  ['example.com/registry.terraform.io/hashicorp/aws', false],
  ['registry.terraform.io/acme/aws', false],
])('%s gets the credentials of the role: %j', (source, expected) => {
  expect(isAws(source)).toBe(expected);
});
