import { expect, test } from 'vitest';
import type { AttributeDrift, Finding } from '../model/analysis.ts';
import { suggestionsFrom } from './suggestions.ts';

const attribute = (path: string, more: Partial<AttributeDrift> = {}): AttributeDrift => ({
  path,
  before: null,
  after: 'x',
  sensitive: false,
  requires_replace: false,
  action: 'added',
  ...more,
});

const tagged = (attributes: AttributeDrift[], more: Partial<Finding> = {}): Finding => ({
  resource: 'aws_vpc.a',
  type: 'aws_vpc',
  provider: 'registry.terraform.io/hashicorp/aws',
  kind: 'changed',
  severity: 'low',
  state_key: 'a',
  message: '',
  attributes,
  first_seen_at: '2026-01-31T09:00:00.000Z',
  fingerprint: '',
  incident_id: null,
  ...more,
});

const cost = () => tagged([attribute('tags["cost-center"]'), attribute('tags_all["cost-center"]')]);
const west = { provider_alias: 'west' };
const suggested = (findings: Finding[]) =>
  suggestionsFrom(findings).map(({ key, provider, resources }) => [key, provider, resources]);

test('suggests to ignore a tag that is the only change on three resources of one configuration', () => {
  expect(suggested([cost(), cost(), cost()])).toEqual([['cost-center', 'aws', 3]]);
  expect(suggested([cost(), cost(), { ...cost(), ...west }])).toEqual([]);
  expect(suggestionsFrom([cost(), cost(), cost()])[0]?.detail).toContain('added to 3 resources of aws');
  expect(suggestionsFrom([cost(), cost(), cost()])[0]?.detail).toMatch(/ or --ignore-tag-key cost-center\.$/);
});

test('counts new maps by their keys, tags_all before tags', () => {
  const whole = tagged([
    attribute('tags', { after: { team: 'a', 'cost-center': '1' } }),
    attribute('tags_all["cost-center"]'),
  ]);
  const bare = tagged([attribute('tags', { after: { 'cost-center': '1' } })]);
  expect(suggested([whole, bare, cost()])).toEqual([['cost-center', 'aws', 3]]);
});

test.each([
  ['two tags', tagged([attribute('tags["a"]'), attribute('tags["b"]')])],
  ['a tag and something else', tagged([attribute('tags["a"]'), attribute('name')])],
  ['a tag that changed', tagged([attribute('tags["a"]', { action: 'changed', before: 'y' })])],
  ['a tag that is gone', tagged([attribute('tags["a"]', { action: 'removed', after: null })])],
  ['a secret', tagged([attribute('tags["a"]', { sensitive: true })])],
  ['something else called tags', tagged([attribute('rule[0].tags["a"]')])],
  ['a resource that is gone', tagged([attribute('tags["a"]')], { kind: 'deleted' })],
])('%s is no reason for it', (_what, finding) => {
  expect(suggested([finding, finding, finding])).toEqual([]);
});

test('lists the most frequent first', () => {
  const kube = () => tagged([attribute('tags_all["kube\\"x"]')], west);
  expect(suggested([cost(), cost(), cost(), kube(), kube(), kube(), kube()])).toEqual([
    ['kube"x', 'aws.west', 4],
    ['cost-center', 'aws', 3],
  ]);
});
