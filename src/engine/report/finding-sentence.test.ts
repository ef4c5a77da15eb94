import { describe, expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';
import { toFinding } from './finding.ts';
import { createMasker } from '../mask/mask.ts';

const about = {
  stateKey: 'prod/network.tfstate',
  place: { region: undefined, account: undefined },
  masker: createMasker({ key: new Uint8Array(32).fill(1) }),
  now: new Date('2026-01-02T03:04:05Z'),
};

function finding(address: string, spec: SchemaSpec, before: object, live: object | null) {
  const type = address.split('.')[0] ?? '';
  const id: SchemaSpec = { id: ['string', 'oc'] };
  const values = (some: object) => ({ id: 'x', ...some });
  const observed = observedOf(
    { address, before: values(before), live: live && values(live) },
    { [type]: { ...id, ...spec } },
  );
  const [result] = findDrift([observed]);
  if (!result) throw new Error('no result');
  return toFinding(result, about);
}

const sentence = (address: string, spec: SchemaSpec, before: object, live: object | null) =>
  finding(address, spec, before, live).message;

describe('the sentence of a finding', () => {
  test('names the fact where no rule knows the attribute', () => {
    const spec: SchemaSpec = { enabled: ['bool', 'o'], mode: ['string', 'o'], connection_limit: ['number', 'o'] };
    expect(sentence('postgresql_role.app', spec, { enabled: true }, { enabled: false })).toBe('It was disabled.');
    expect(sentence('postgresql_role.app', spec, { connection_limit: 10 }, { connection_limit: 100 })).toBe(
      'The connection limit was raised from 10 to 100.',
    );
    expect(sentence('thing_service.x', spec, { mode: 'a' }, { mode: 'b' })).toBe('The mode was changed from a to b.');
  });

  test('gives numbers with their units', () => {
    const spec: SchemaSpec = { ttl: ['number', 'o'], backup_retention_period: ['number', 'o'] };
    expect(sentence('google_dns_record_set.x', spec, { ttl: 300 }, { ttl: 60 })).toBe(
      'The TTL was lowered from 5 minutes to 1 minute.',
    );
    const kept: SchemaSpec = { message_retention_seconds: ['number', 'o'] };
    const { severity_reason: reason } = finding(
      'aws_sqs_queue.x',
      kept,
      { message_retention_seconds: 345_600 },
      { message_retention_seconds: 60 },
    );
    expect(reason).toBe('data is kept for 1 minute; the state says 4 days');
  });

  test('names the attribute in the one block of several that changed, where nothing names the block', () => {
    const spec: SchemaSpec = { mx: { nesting: 'set', of: { preference: ['number', 'r'], exchange: ['string', 'r'] } } };
    const mx = (preference: number) => ({
      mx: [
        { preference: 10, exchange: 'a.example.' },
        { preference, exchange: 'b.example.' },
      ],
    });
    expect(sentence('dns_mx_record_set.x', spec, mx(20), mx(5))).toBe('The mx preference was lowered from 20 to 5.');
  });

  test('holds no control characters, and neither does the reason', () => {
    const spec: SchemaSpec = { endpoint: ['string', 'o'] };
    for (const live of [`${'y'.repeat(58)}😀😀😀`, 'y\0y\u001b[31m\nz']) {
      const found = finding('aws_sns_topic_subscription.x', spec, { endpoint: 'x' }, { endpoint: live });
      for (const text of [found.message, found.severity_reason ?? '']) {
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/\p{Cc}/u);
      }
    }
  });

  test('leads with access for everybody, not with the disabled key', () => {
    const spec: SchemaSpec = { is_enabled: ['bool', 'o'], policy: ['string', 'o'] };
    const policy = (principal: string) =>
      JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: principal, Action: 'kms:*', Resource: '*' }] });
    const found = finding(
      'aws_kms_key.x',
      spec,
      { is_enabled: true, policy: policy('arn:aws:iam::123456789012:root') },
      { is_enabled: false, policy: policy('*') },
    );
    expect(found.message).toMatch(/^Anybody was allowed kms:\* by the key policy/);
    expect(found.message).toContain('key was disabled');
    expect(found.severity_rule).toBe('public-policy');
  });

  test('names the effect of a deletion', () => {
    expect(sentence('aws_sns_topic.x', { name: ['string', 'o'] }, { name: 'a' }, null)).toBe(
      'The SNS topic was deleted outside Terraform, so that nobody gets its notifications.',
    );
  });
});

describe('the sentence of a finding with secrets', () => {
  const user: SchemaSpec = {
    user: {
      nesting: 'set',
      of: { username: ['string', 'r'], password: ['string', 'rs'], groups: [['set', 'string'], 'o'] },
    },
  };
  const zoe = { username: 'zoe', password: 'Canary-7f3a', groups: ['admin'] };
  const app = { username: 'app', password: 'Canary-9b2c', groups: [] };

  test('says which user was removed', () => {
    const found = finding('aws_mq_broker.jobs', user, { user: [zoe, app] }, { user: [app] });
    expect(found.message).toBe('The user zoe was removed.');
    expect(JSON.stringify(found)).not.toContain('Canary');
  });

  test('says that a secret value was replaced where nothing else differs', () => {
    const found = finding('aws_mq_broker.jobs', user, { user: [app] }, { user: [{ ...app, password: 'Canary-0000' }] });
    expect(found.message).toBe('A secret value in the user was replaced.');
  });

  test('says that the type of a validator changed', () => {
    const spec: SchemaSpec = {
      validator: { nesting: 'set', of: { type: ['string', 'r'], content: ['string', 'os'] } },
    };
    const validator = (type: string, content: string) => ({ validator: [{ type, content }] });
    const found = finding(
      'aws_appconfig_configuration_profile.x',
      spec,
      validator('JSON_SCHEMA', 'Canary-7f3a'),
      validator('LAMBDA', 'Canary-9b2c'),
    );
    expect(found.message).toBe('The validator type was changed from JSON_SCHEMA to LAMBDA.');
  });

  test.each([
    ['old', 'new', 'The password was replaced.'],
    [null, 'new', 'The password was set.'],
    ['old', null, 'The password was removed.'],
  ])('says what became of a secret: %s to %s', (before, live, expected) => {
    const spec: SchemaSpec = { password: ['string', 'os'] };
    expect(sentence('thing_account.x', spec, { password: before }, { password: live })).toBe(expected);
  });
});

test('keeps the changed statement of a policy of forty', () => {
  const statement = (i: number, action = `s3:Get${i}`) => ({
    Sid: `S${i}`,
    Effect: 'Allow',
    Action: action,
    Resource: Array.from({ length: 8 }, (_, n) => `arn:aws:s3:::bucket-${i}/some-long-prefix-${n}/*`),
  });
  const policy = (last: string) =>
    JSON.stringify({ Statement: Array.from({ length: 40 }, (_, i) => statement(i, i === 38 ? last : undefined)) });
  const spec: SchemaSpec = { policy: ['string', 'o'] };
  const found = finding('aws_iam_policy.x', spec, { policy: policy('s3:Get38') }, { policy: policy('s3:*') });
  expect(found.message).toContain('s3:*');
  const [attribute] = found.attributes;
  expect([attribute?.before, attribute?.after]).toEqual([
    expect.stringContaining('s3:Get38'),
    expect.stringContaining('"s3:*"'),
  ]);
});

test('reports a removed tag without a value as removed', () => {
  const spec: SchemaSpec = { tags: [['map', 'string'], 'o'] };
  const { attributes } = finding('aws_vpc.x', spec, { tags: { a: '', b: 'x' } }, { tags: { b: 'x' } });
  expect(attributes).toMatchObject([{ path: 'tags["a"]', before: '', after: null, action: 'removed' }]);
});
