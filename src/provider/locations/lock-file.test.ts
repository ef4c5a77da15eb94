import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lockedVersion, parseLockFile } from './lock-file.ts';

// As `terraform init` (1.11) and `tofu init` write it.
const LOCK = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.

provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.100.0"
  constraints = "~> 5.0"
  hashes = [
    "h1:Ijt7pOlB7Tr7maGQIqtsLFbl7pSMIj06TVdkoSBcYOw=",
    "zh:054b8dd49f0549c9a7cc27d159e45327b7b65cf404da5e5a20da154b90b8a644",
  ]
}

provider "registry.terraform.io/hashicorp/time" {
  version = "0.14.2"
}
`;

test('reads versions and hashes by address', () => {
  expect(Object.fromEntries(parseLockFile(LOCK))).toEqual({
    'registry.terraform.io/hashicorp/aws': {
      version: '5.100.0',
      hashes: [
        'h1:Ijt7pOlB7Tr7maGQIqtsLFbl7pSMIj06TVdkoSBcYOw=',
        'zh:054b8dd49f0549c9a7cc27d159e45327b7b65cf404da5e5a20da154b90b8a644',
      ],
    },
    'registry.terraform.io/hashicorp/time': { version: '0.14.2', hashes: [] },
  });
  expect(parseLockFile('# nothing is needed\n').size).toBe(0);
});

test('applies a lock of one public registry to the other, which has none of its own', () => {
  const versions = parseLockFile(`${LOCK}provider "registry.opentofu.org/hashicorp/time" {\n  version = "0.13.0"\n}\n`);
  expect(lockedVersion(versions, 'registry.opentofu.org/hashicorp/aws')?.version).toBe('5.100.0');
  expect(lockedVersion(versions, 'registry.opentofu.org/hashicorp/time')?.version).toBe('0.13.0');
  expect(lockedVersion(versions, 'registry.terraform.io/hashicorp/time')?.version).toBe('0.14.2');
  expect(lockedVersion(versions, 'registry.example.com/hashicorp/aws')).toBeUndefined();
});

describe('rejects without repeating it', () => {
  const block = (inside: string, label = '"registry.terraform.io/hashicorp/aws"') =>
    `provider ${label} {\n${inside}\n}\n`;
  test.each([
    ['another block', 'module "s3cret" { version = "1.0.0" }', /something besides provider blocks/],
    ['an attribute', 's3cret = "1"', /something besides provider blocks/],
    ['a provider without an address', block('version = "1.0.0"', ''), /not called by an address/],
    ['a short address', block('version = "1.0.0"', '"hashicorp/s3cret"'), /not called by an address/],
    ['two labels', block('version = "1.0.0"', '"registry.terraform.io/hashicorp/aws" "s3cret"'), /not called by/],
    ['an address that leads elsewhere', block('version = "1.0.0"', '"../../s3cret/aws"'), /not called by/],
    ['no version', block('hashes = []'), /names no version/],
    ['a version that is none', block('version = "s3cret"'), /names no version/],
    ['a version that is a number', block('version = 5'), /names no version/],
    ['another attribute', block('version = "1.0.0"\ns3cret = 1'), /something that no lock file has/],
    ['a version twice', block('version = "1.0.0"\nversion = "2.0.0"'), /says something twice/],
    ['hashes that are no list', block('version = "1.0.0"\nhashes = "h1:s3cret="'), /are no list/],
    ['a hash that is none', block('version = "1.0.0"\nhashes = ["s3cret"]'), /is none such as/],
    ['a provider twice', LOCK + LOCK, /two blocks for registry\.terraform\.io\/hashicorp\/aws/],
    ['JSON', '{"provider": {"s3cret": {}}}', /is JSON/],
    ['the half of one', 'provider "s3cret" {', /line 1/],
  ])('%s', (_, text, expected) => {
    expect(() => parseLockFile(text)).toThrow(expected);
    expect(() => parseLockFile(text)).not.toThrow(/s3cret/);
  });
});

test('answers or throws an error for any text', () => {
  const piece = fc.constantFrom(
    'provider',
    ' "registry.terraform.io/a/b" ',
    '{',
    '}',
    'version',
    '=',
    '"1.0.0"',
    '[',
    ']',
    ',',
    '\n',
    '#',
    '"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      try {
        for (const { version } of parseLockFile(pieces.join('')).values()) expect(version).toBe('1.0.0');
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect(error).not.toBeInstanceOf(RangeError);
      }
    }),
  );
});
