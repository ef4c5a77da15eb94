import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../base/json.ts';
import type { Finding } from '../../model/analysis.ts';
import { MASK, maskText } from '../../mask/mask.ts';
import { plain } from '../wording/clean.ts';
import { incidentSummary } from './sentence.ts';
import { phrases, SUBJECTS } from '../../../../testkit/catalog.ts';

const finding = (some: Partial<Finding> = {}): Finding => ({
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
  ...some,
});

const NAMES = phrases().flatMap(({ at }) => at);
const SHAPES: Json[] = [
  ['0.0.0.0/0', '… (3 more)'],
  [{ name: 'a', value: '1' }],
  [{ cidr_blocks: ['0.0.0.0/0'], from_port: 22, to_port: '22', protocol: 6 }],
  '{"Statement":[{"Effect":"Allow","Principal":{"AWS":["*",7]},"Action":["*"],"Resource":[]}]}',
  '{"Statement":{"Action":{}}}',
  '{"maxReceiveCount":"many"}',
  -1,
  1e308,
  true,
];
const value = fc.oneof(
  fc.jsonValue().map((one) => JSON.parse(JSON.stringify(one)) as Json),
  fc.constantFrom(...SHAPES),
);
const attribute = fc.record({
  path: fc.oneof(fc.string(), fc.constantFrom(...NAMES, 'tags["a"]', 'rule[0].days', 'tags', 'enabled')),
  before: value,
  after: value,
  sensitive: fc.boolean(),
  requires_replace: fc.boolean(),
  action: fc.constantFrom('changed', 'added', 'removed'),
});
const text = fc.string({ unit: 'binary', maxLength: 700 });
const findings: fc.Arbitrary<Finding> = fc
  .record(
    {
      resource: text,
      type: fc.oneof(text, fc.constantFrom(...SUBJECTS.map((subject) => subject.type))),
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

test('writes one line of at most 500 characters, without a full stop or invisible characters, for any finding', () => {
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
    { numRuns: 1000 },
  );
});

const sensitive = (path: string, before: Json, after: Json): Finding['attributes'][number] => ({
  path,
  before,
  after,
  sensitive: true,
  requires_replace: false,
  action: 'changed',
});

test('leaves masked values unnamed', () => {
  const attributes = [sensitive('password', MASK, MASK)];
  expect(incidentSummary({ finding: finding({ attributes }) })).toBe(
    'The password was replaced on aws_thing.x outside Terraform',
  );
});

test('shows no sensitive value in any phrase, whatever it looks like', () => {
  const secret = 'canary';
  const shapes: [Json, Json][] = [
    ['', secret],
    [[secret], [`${secret}-2`, 'x']],
    [{ a: secret }, { [secret]: 'a' }],
    [[{ name: secret }], [{ name: 'b', id: secret }]],
    ['', `{"Statement":[{"Effect":"Allow","Principal":"${secret}","Action":"s3:*","Resource":"*"}]}`],
    [secret, MASK],
  ];
  for (const { type, phrases: own } of [...SUBJECTS, { type: 'aws_thing', phrases: phrases() }])
    for (const path of own.flatMap(({ at }) => at))
      for (const [before, after] of shapes)
        for (const attributes of [[sensitive(path, before, after)], [sensitive(`${path}["k"]`, after, before)]])
          expect(incidentSummary({ finding: finding({ type, attributes }) })).not.toContain(secret);
});

test('hides a value that has the shape of a secret, though nothing marks it', () => {
  const key = ['AK', 'IA', 'IOSFODNN7EXAMPLE'].join('');
  const attributes = [{ ...sensitive('name', 'a', `key ${key}`), sensitive: false }];
  expect(incidentSummary({ finding: finding({ attributes }) })).not.toContain(key);
});

test('shortens a long sentence to fewer changes, and counts the rest', () => {
  const long = (path: string) => ({ ...sensitive(path, 'a'.repeat(190), 'b'.repeat(190)), sensitive: false });
  const attributes = ['one', 'two', 'three', 'four'].map(long);
  const said = incidentSummary({ finding: finding({ attributes, resource: `aws_thing.${'x'.repeat(150)}` }) });
  expect(said).toMatch(/^The one was changed from a+… to b+… and 3 more changes were made on aws_thing\.x+ outside/);
});

test('takes the environment from tags, the path of the state, or the name, in this order', () => {
  const of = (some: Partial<Finding>, tags?: Record<string, string>) =>
    incidentSummary({ finding: finding(some), ...(tags && { tags }) }).replace(/^.* outside Terraform ?/, '');
  expect(of({ state_key: 'prod/a.tfstate' }, { Environment: 'Staging' })).toBe('in staging');
  expect(of({ state_key: 'acme-prod/a.tfstate', resource: 'aws_thing.dev' })).toBe('in prod');
  expect(of({ state_key: 'env:/qa/a.tfstate', region: 'eu-west-1' })).toBe('in qa (eu-west-1)');
  expect(of({ resource: 'module.staging.aws_thing.x' })).toBe('in staging');
  expect(of({ account_id: '123456789012', region: 'eu-west-1' })).toBe('in account 123456789012 (eu-west-1)');
  expect(of({ account_id: '123456789012' }, { account: 'payments', env: 'prod' })).toBe('in prod of account payments');
  expect(of({ resource: 'aws_thing.product_developer' })).toBe('');
  expect(of({}, { env: '(sensitive)', stage: 'a\u202eb; drop' })).toBe('');
});
