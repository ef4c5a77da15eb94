import * as fc from 'fast-check';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { formatProviderSource, parseProviderSource, twinSource } from './source.ts';

test('reads full and shortened addresses', () => {
  const aws = { host: 'registry.terraform.io', namespace: 'hashicorp', type: 'aws' };
  expect(parseProviderSource('registry.terraform.io/hashicorp/aws')).toEqual(aws);
  expect(parseProviderSource('HashiCorp/AWS')).toEqual(aws);
  expect(parseProviderSource('aws')).toEqual(aws);
  expect(parseProviderSource('registry.terraform.io/-/aws')).toEqual(aws);
  expect(parseProviderSource('localhost:8080/acme/my-thing')).toMatchObject({ host: 'localhost:8080' });
});

test.each([
  '',
  '/',
  'a/b/c/d',
  '../a/b',
  'a/../b',
  'a/b/..',
  'x..y/a/b',
  'host/a b/c',
  'h/a/b\\c',
  'h/a/b\0',
  '/etc/passwd',
])('refuses %j', (text) => expect(parseProviderSource(text)).toBeUndefined());

test('keeps the address inside the directory that it is joined to, whatever a state says', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('..', '.', '/', '\\', 'a', 'registry.terraform.io'));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const source = parseProviderSource(parts.join('/'));
      const path = source ? formatProviderSource(source) : 'none/none/none';
      expect(posix.normalize(path)).toBe(path);
      expect(path.split('/')).toHaveLength(3);
    }),
  );
});

test('gives only the public registries a twin', () => {
  const source = parseProviderSource('registry.opentofu.org/hashicorp/aws');
  expect(source && twinSource(source)).toMatchObject({ host: 'registry.terraform.io', type: 'aws' });
  expect(twinSource({ host: 'example.com', namespace: 'a', type: 'b' })).toBeUndefined();
});
