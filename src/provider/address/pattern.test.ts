import { describe, expect, test } from 'vitest';
import { meantBy, parseProviderPattern } from './pattern.ts';

const meant = (pattern: string, address: string) => {
  const parsed = parseProviderPattern(pattern);
  return parsed !== undefined && meantBy([parsed], address);
};

describe('a pattern without a host means the public registries, and them alone', () => {
  test.each([
    ['hashicorp/aws', 'registry.terraform.io/hashicorp/aws', true],
    ['hashicorp/aws', 'registry.opentofu.org/hashicorp/aws', true],
    ['hashicorp/aws', 'registry.example.com/hashicorp/aws', false],
    ['hashicorp/aws', 'registry.terraform.io.example.com/hashicorp/aws', false],
    ['hashicorp/aws', 'registry.terraform.io/hashicorp/awscc', false],
    ['hashicorp/aws', 'registry.terraform.io/hashicorp2/aws', false],
    ['hashicorp/*', 'registry.terraform.io/hashicorp/google', true],
    ['hashicorp/google*', 'registry.opentofu.org/hashicorp/google-beta', true],
    ['Acme/*', 'registry.terraform.io/acme/thing', true],
    ['*/*', 'registry.terraform.io/acme/thing', true],
    ['*/*', 'registry.example.com/acme/thing', false],
  ])('%s and %s: %j', (pattern, address, expected) => {
    expect(meant(pattern, address)).toBe(expected);
  });
});

describe('a pattern with a host means that host', () => {
  test.each([
    ['registry.example.com/acme/*', 'registry.example.com/acme/thing', true],
    ['registry.example.com/acme/*', 'registry.terraform.io/acme/thing', false],
    ['registry.example.com:8443/acme/*', 'registry.example.com:8443/acme/thing', true],
    ['registry.terraform.io/hashicorp/aws', 'registry.opentofu.org/hashicorp/aws', false],
    ['*.example.com/*/*', 'eu.example.com/acme/thing', true],
    ['*/*/*', 'registry.example.com/acme/thing', true],
  ])('%s and %s: %j', (pattern, address, expected) => {
    expect(meant(pattern, address)).toBe(expected);
  });
});

test.each(['', 'aws', '*', '/', 'a/', '/a', 'a/b/c/d', 'a b/c', '../..', 'hashicorp/aws;x', 'a//b'])(
  '%j is no pattern',
  (text) => {
    expect(parseProviderPattern(text)).toBeUndefined();
  },
);

test.each(['', '../../etc', 'a/b/c/d', 'registry.terraform.io/hashicorp/..'])('never matches %j', (address) => {
  expect(meant('*/*/*', address)).toBe(false);
});
