import { describe, expect, test } from 'vitest';
import type { Value } from '../../base/value.ts';
import { compileIgnores, type IgnoreDifference, type SourcedRule } from './ignore.ts';
import { refuseRule } from './refuse-rule.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ADDRESS = 'module.net["a.b"].aws_subnet.private[0]';
const SUBNET = {
  address: ADDRESS,
  type: 'aws_subnet',
  state: 'prod/net.tfstate',
  region: 'eu-west-1',
  account: '123456789012',
  provider: 'registry.terraform.io/hashicorp/aws',
};

const rule = (selectors: Partial<SourcedRule>): SourcedRule => ({
  id: 'r',
  source: 'organization',
  reason: 'because',
  ...selectors,
});
const whole = (selectors: Partial<SourcedRule>, subject = SUBNET) =>
  compileIgnores([rule(selectors)], NOW).whole(subject) !== undefined;
const differenceAt = (path: string, before: Value = null, live: Value = null, masked = false): IgnoreDifference => ({
  path,
  before,
  live,
  masked: () => masked,
});
const takes = (attribute: string, path: string) =>
  compileIgnores([rule({ attribute })], NOW).attributes(SUBNET)?.(differenceAt(path)) !== undefined;

describe('an instance', () => {
  test.each([
    { address: ADDRESS },
    { address: 'module.net["a.b"].aws_subnet.private' },
    { address: 'module.net["a.b"]' },
    { address: 'module.net' },
    { address: 'module.net["a.b"].*' },
    { address: '*.aws_subnet.private' },
    { address: '*.private[*]' },
    { address: '*' },
    { type: 'aws_subnet' },
    { type: 'aws_*' },
    { state: 'prod/*' },
    { state: '*.tfstate', region: 'eu-*', type: '*' },
  ])('is ignored by %j', (selectors) => {
    expect(whole(selectors)).toBe(true);
  });

  test.each([
    { address: 'module' },
    { address: 'module.ne' },
    { address: 'module.net["a' },
    { address: 'module.net["a.b"].aws_subnet' },
    { address: 'module.net["a.b"].aws_subnet.priv' },
    { address: 'aws_subnet.private' },
    { address: 'aws_subnet.private[0]' },
    { address: 'MODULE.net' },
    { type: 'aws' },
    { state: 'prod' },
    { state: 'prod/*', region: 'us-*' },
    { type: 'aws_*', address: 'module.other' },
    { attribute: 'tags' },
  ])('is not ignored by %j', (selectors) => {
    expect(whole(selectors)).toBe(false);
  });

  test('of no known region is ignored by no rule for a region', () => {
    expect(compileIgnores([rule({ region: '*' })], NOW).whole({ ...SUBNET, region: undefined })).toBeUndefined();
  });

  test('that is deposed goes with its address', () => {
    expect(whole({ address: 'aws_vpc.a' }, { ...SUBNET, address: 'aws_vpc.a (deposed 3f9a1c22)' })).toBe(true);
  });
});

describe('an attribute', () => {
  test.each([
    ['tags', 'tags'],
    ['tags', 'tags["env"]'],
    ['tags["kubernetes.io/*"]', 'tags["kubernetes.io/cluster"]'],
    ['rule', 'rule[0].days'],
    ['rule[*].days', 'rule[0].days'],
    ['rule[0]', 'rule[0].days'],
    ['*.days', 'rule[0].days'],
    ['last_*', 'last_modified'],
  ])('%s takes %s', (attribute, path) => {
    expect(takes(attribute, path)).toBe(true);
  });

  test.each([
    ['tags', 'tags_all'],
    ['tags["kubernetes.io/*"]', 'tags'],
    ['tags["a', 'tags["a.b"]'],
    ['rule[0].days', 'rule[0]'],
    ['rule.days', 'rule[0].days'],
    ['days', 'rule[0].days'],
  ])('%s leaves %s', (attribute, path) => {
    expect(takes(attribute, path)).toBe(false);
  });

  test('of an instance that the rule is not about stays', () => {
    const ignores = compileIgnores([rule({ attribute: 'tags', type: 'aws_vpc' })], NOW);
    expect(ignores.attributes(SUBNET)).toBeUndefined();
  });
});

test('a rule does nothing once it has expired', () => {
  expect(whole({ type: 'aws_subnet', expires_at: '2026-03-01T12:00:00Z' })).toBe(false);
  expect(whole({ type: 'aws_subnet', expires_at: '2026-03-01T12:00:01Z' })).toBe(true);
  expect(whole({ type: 'aws_subnet', expires_at: 'soon' })).toBe(false);
  expect(whole({ type: 'aws_subnet', expires_at: '2026-03-01T13:00:00+02:00' })).toBe(false);
});

test('the first rule that matches is the one that is named', () => {
  const rules = [rule({ id: 'a', type: 'aws_vpc' }), rule({ id: 'b', type: 'aws_*' }), rule({ id: 'c', type: '*net' })];
  expect(compileIgnores(rules, NOW).whole(SUBNET)).toMatchObject({ id: 'b' });
});

describe('a rule', () => {
  test.each([
    {},
    { region: 'eu-west-1' },
    { address: '*' },
    { address: '**' },
    { address: '*.*', type: '*_*' },
    { attribute: '*' },
    { state: '*', region: '*' },
  ])('%j is refused', (selectors) => {
    expect(refuseRule({ ...selectors, reason: 'because' })).toEqual(expect.any(String));
  });

  test.each([{ address: 'a*' }, { type: '*', region: 'eu-west-1' }, { attribute: 'tags' }, { state: '*/küche' }])(
    '%j is taken',
    (selectors) => {
      expect(refuseRule({ ...selectors, reason: 'because' })).toBeUndefined();
    },
  );
});
