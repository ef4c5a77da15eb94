import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '../../drift/analysis.ts';
import { MASK, maskText } from '../../drift/redact.ts';
import { plain } from './clean.ts';
import { incidentSummary } from './summary.ts';

const finding = (given: Partial<Finding> = {}): Finding => ({
  resource: 'aws_thing.x',
  type: 'aws_thing',
  provider: 'registry.terraform.io/hashicorp/aws',
  kind: 'changed',
  severity: 'medium',
  state_key: 'terraform.tfstate',
  message: '',
  attributes: [],
  first_seen_at: '2026-01-15T09:30:00.000Z',
  incident_id: null,
  fingerprint: '',
  ...given,
});

const attribute = fc.record({
  path: fc.oneof(fc.string(), fc.constantFrom('ingress', 'policy', 'tags["a"]', 'rule[0].days', 'tags', 'enabled')),
  before: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as null),
  after: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as null),
  sensitive: fc.boolean(),
  requires_replace: fc.boolean(),
  action: fc.constantFrom('changed', 'added', 'removed'),
});
const text = fc.string({ unit: 'binary', maxLength: 700 });
const findings: fc.Arbitrary<Finding> = fc
  .record(
    {
      resource: text,
      type: fc.oneof(text, fc.constantFrom('aws_security_group', 'aws_s3_bucket_policy', 'aws_db_instance')),
      kind: fc.constantFrom('changed', 'deleted'),
      state_key: text,
      region: text,
      account_id: text,
      severity_reason: text,
      caused_by: fc.record({ resource: text, state_key: text }),
      attributes: fc.array(attribute, { maxLength: 6 }),
    },
    { requiredKeys: ['resource', 'type', 'kind', 'attributes'] },
  )
  .map((given) => finding(given as Partial<Finding>));

test('whatever a finding holds, the sentence is one line of at most 500 characters, without a full stop and without signs that hide', () => {
  fc.assert(
    fc.property(findings, fc.dictionary(text, text, { maxKeys: 3 }), (one, tags) => {
      const said = incidentSummary({ finding: one, tags });
      expect(said.length).toBeGreaterThan(0);
      expect(said.length).toBeLessThanOrEqual(500);
      expect(said).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|\.$/u);
      expect(maskText(said)).toBe(said);
      expect(plain(said)).toBe(said);
      expect(incidentSummary({ finding: one, tags })).toBe(said);
    }),
    { numRuns: 500 },
  );
});

test('what is masked stays unnamed', () => {
  const attributes: Finding['attributes'] = [
    { path: 'password', before: MASK, after: MASK, sensitive: true, requires_replace: false, action: 'changed' },
  ];
  expect(incidentSummary({ finding: finding({ attributes }) })).toBe(
    'The password was changed on aws_thing.x outside Terraform',
  );
});
