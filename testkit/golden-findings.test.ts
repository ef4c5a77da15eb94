import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AttributeDrift } from '../src/engine/model/analysis.ts';
import { findingsText, parseFindings, type GoldenCase } from './golden-findings.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('null', '', 'a · b → "c"', '12', '@ x', 'SSH was opened.', 'two\nlines', 'a\u2028b'),
);
const cause = fc.record({ resource: text, state_key: text });
const attribute: fc.Arbitrary<AttributeDrift> = fc.record(
  {
    path: text,
    before: fc.jsonValue(),
    after: fc.oneof(text, fc.jsonValue()),
    sensitive: fc.boolean(),
    requires_replace: fc.boolean(),
    action: fc.constantFrom('changed', 'added', 'removed'),
    caused_by: cause,
  },
  { requiredKeys: ['path', 'before', 'after', 'sensitive', 'requires_replace', 'action'] },
) as fc.Arbitrary<AttributeDrift>;
const finding = fc.record(
  {
    resource: fc.oneof(text, fc.constantFrom('aws_vpc.main', 'module.a["x: · y"].aws_vpc.main[0]')),
    type: fc.constantFrom('aws_vpc', 'aws_subnet'),
    provider: fc.oneof(text, fc.constant('registry.terraform.io/hashicorp/aws')),
    provider_alias: text,
    kind: fc.constantFrom('changed', 'deleted'),
    severity: fc.constantFrom('critical', 'low'),
    severity_rule: text,
    state_key: text,
    region: text,
    message: text,
    attributes: fc.array(attribute, { maxLength: 3 }),
    attributes_omitted: fc.nat(),
    informational: fc.array(attribute, { minLength: 1, maxLength: 2 }),
    caused_by: cause,
    first_seen_at: text,
    fingerprint: text,
    incident_id: fc.option(text),
    tags: fc.dictionary(text, text),
  },
  {
    requiredKeys: [
      'resource',
      'type',
      'provider',
      'kind',
      'severity',
      'state_key',
      'message',
      'attributes',
      'first_seen_at',
      'fingerprint',
      'incident_id',
    ],
  },
) as fc.Arbitrary<GoldenCase>;

test('parses any written findings back', () => {
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 4 }), (findings) => {
      expect(JSON.parse(JSON.stringify(parseFindings(findingsText(findings))))).toEqual(
        JSON.parse(JSON.stringify(findings)),
      );
    }),
  );
});

test('writes a finding, each of its attributes, and its other fields on separate lines', () => {
  const written = [
    'changed high · aws_route.spoke["a b"] · The route was changed.',
    '  gateway_id · "igw-1" → "nat-1"',
    '  tags["Name"] · "spoke" → null · action removed',
    '  @ state_key network.tfstate · account_id "123456789012"',
    '',
  ].join('\n');
  const findings = parseFindings(written);
  expect(findings).toMatchObject([
    { type: 'aws_route', account_id: '123456789012', attributes: [{ before: 'igw-1' }, { action: 'removed' }] },
  ]);
  expect(findingsText(findings)).toBe(written);
});
