import { describe, expect, test } from 'vitest';
import { changed } from '../../../../testkit/weighed.ts';
import type { Weight } from './severity.ts';

type Statement = Record<string, unknown>;
const document = (...statements: Statement[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements });
const allow = (more: Statement = {}): Statement => ({
  Effect: 'Allow',
  Action: 's3:GetObject',
  Resource: '*',
  ...more,
});
const deny = (more: Statement = {}): Statement => ({ Effect: 'Deny', Action: 's3:*', Resource: '*', ...more });
const when = (operator: string, key: string, ...values: string[]): Statement => ({
  Condition: { [operator]: { [key]: values } },
});
const moved = (before: Statement[], live: Statement[]): Weight =>
  changed('aws_s3_bucket_policy', { policy: document(...before) }, { policy: document(...live) });
const under = (before: Statement, live: Statement) =>
  moved([allow({ Principal: '*', ...before })], [allow({ Principal: '*', ...live })]);

const VPC = 'aws:SourceVpc';
const three = when('StringEquals', VPC, 'vpc-1', 'vpc-2', 'vpc-3');
const one = when('StringEquals', VPC, 'vpc-1');

describe('a condition', () => {
  test('weighs a condition cut from three values to one as narrowing, and names the rest', () => {
    expect(under(three, one)).toEqual({
      severity: 'medium',
      rule: 'iam-narrowed',
      why: 'its policy allows s3:GetObject for anybody only where aws:SourceVpc is vpc-1; the state says where aws:SourceVpc is vpc-1, vpc-2 or vpc-3',
    });
  });

  test('weighs a condition with more values as widening, and names them', () => {
    expect(under(one, three)).toEqual({
      severity: 'high',
      rule: 'iam-widened',
      why: 'its policy also allows s3:GetObject for anybody where aws:SourceVpc is vpc-1, vpc-2 or vpc-3; the state says where aws:SourceVpc is vpc-1',
    });
  });

  test.each<[what: string, before: Statement, live: Statement, rule: string]>([
    [
      'the same values in another order',
      three,
      { ...when('StringEquals', VPC, 'vpc-3', 'vpc-1', 'vpc-2'), Sid: 'other' },
      'words',
    ],
    ['another value', one, when('StringEquals', VPC, 'vpc-9'), 'iam-widened'],
    [
      'one test more',
      one,
      { Condition: { StringEquals: { [VPC]: 'vpc-1', 'aws:PrincipalOrgID': 'o-1' } } },
      'iam-narrowed',
    ],
    [
      'one test less',
      { Condition: { StringEquals: { [VPC]: 'vpc-1', 'aws:PrincipalOrgID': 'o-1' } } },
      one,
      'iam-widened',
    ],
    [
      'fewer exceptions',
      when('StringNotEquals', VPC, 'vpc-1', 'vpc-2'),
      when('StringNotEquals', VPC, 'vpc-1'),
      'iam-widened',
    ],
    [
      'more exceptions',
      when('StringNotEquals', VPC, 'vpc-1'),
      when('StringNotEquals', VPC, 'vpc-1', 'vpc-2'),
      'iam-narrowed',
    ],
    [
      'a range inside of the range',
      when('IpAddress', 'aws:SourceIp', '10.0.0.0/8'),
      when('IpAddress', 'aws:SourceIp', '10.1.0.0/16'),
      'iam-narrowed',
    ],
    [
      'a range around the range',
      when('IpAddress', 'aws:SourceIp', '10.1.0.0/16'),
      when('IpAddress', 'aws:SourceIp', '10.0.0.0/8'),
      'iam-widened',
    ],
    [
      'a text instead of a pattern',
      when('StringLike', VPC, 'vpc-*'),
      when('StringEquals', VPC, 'vpc-1'),
      'iam-narrowed',
    ],
    ['what has no such key, too', one, when('StringEqualsIfExists', VPC, 'vpc-1'), 'iam-widened'],
    [
      'every address',
      when('IpAddress', 'aws:SourceIp', '10.0.0.0/8'),
      when('IpAddress', 'aws:SourceIp', '0.0.0.0/0'),
      'public-policy',
    ],
    ['no longer anything', one, {}, 'public-policy'],
  ])('weighs a condition with %s by the access that it allows', (_what, before, live, rule) => {
    expect(under(before, live).rule).toBe(rule);
  });

  test('weighs a denial that applies to less as widening', () => {
    const [wide, narrow] = [when('StringEquals', VPC, 'vpc-1', 'vpc-2'), one];
    expect(moved([deny(wide)], [deny(narrow)])).toMatchObject({ rule: 'iam-widened' });
    expect(moved([deny(narrow)], [deny(wide)])).toMatchObject({ rule: 'iam-narrowed' });
  });
});

describe('a statement with NotAction', () => {
  const but = (...actions: string[]) => ({ Effect: 'Allow', NotAction: actions, Resource: '*' });
  const denyBut = (...actions: string[]) => ({ Effect: 'Deny', NotAction: actions, Resource: '*' });

  test.each<[what: string, before: Statement, live: Statement, rule: string]>([
    ['allows less with one exception more', but('iam:*'), but('iam:*', 'kms:*'), 'iam-narrowed'],
    ['allows more with one exception less', but('iam:*', 'kms:*'), but('iam:*'), 'iam-widened'],
    ['allows less than everything', allow({ Action: '*' }), but('iam:*'), 'iam-narrowed'],
    ['denies less with one exception more', denyBut('iam:*'), denyBut('iam:*', 'kms:*'), 'iam-widened'],
    ['denies more with one exception less', denyBut('iam:*', 'kms:*'), denyBut('iam:*'), 'iam-narrowed'],
    ['says the same in other letters', but('IAM:*'), { ...but('iam:*'), Sid: 'other' }, 'words'],
  ])('weighs a policy: %s', (_what, before, live, rule) => {
    expect(moved([before], [live]).rule).toBe(rule);
  });
});

test('weighs an organization policy that denies everything as critical', () => {
  const scp = (...statements: Statement[]) =>
    changed(
      'aws_organizations_policy',
      { content: document(allow({ Action: '*' })) },
      { content: document(...statements) },
    );
  expect(scp(deny({ Action: '*' }))).toMatchObject({ severity: 'critical', rule: 'everything-denied' });
  expect(scp(allow({ Action: '*' }), deny())).toMatchObject({ severity: 'medium', rule: 'iam-narrowed' });
});

test('weighs an organization policy that allows everything as critical', () => {
  const scp = (statement: Statement) => ({ content: document(statement) });
  expect(
    changed('aws_organizations_policy', scp(allow({ Action: 's3:*' })), scp(allow({ Action: '*' }))),
  ).toMatchObject({ severity: 'critical', rule: 'admin-granted' });
});

test('weighs an event bus for everybody as critical', () => {
  const bus = (principal: string, condition: object[] = []) =>
    changed(
      'aws_cloudwatch_event_permission',
      { principal: '123456789012', condition: condition as never },
      { principal, condition: condition as never },
    );
  expect(bus('*')).toMatchObject({ severity: 'critical', rule: 'public-policy' });
  expect(bus('*', [{ key: 'aws:PrincipalOrgID', value: 'o-1' }])).toMatchObject({ severity: 'high' });
  expect(
    changed(
      'aws_cloudwatch_event_bus_policy',
      { policy: document(allow({ Principal: { AWS: '123456789012' } })) },
      { policy: document(allow({ Principal: '*' })) },
    ),
  ).toMatchObject({ severity: 'critical', rule: 'public-policy' });
});

describe('iam-changed', () => {
  test.each<[type: string, attribute: string, before: string | number, live: string | number]>([
    ['aws_sns_topic_subscription', 'filter_policy', '{"a":[1]}', '{"a":[2]}'],
    ['aws_sqs_queue', 'redrive_policy', '{"maxReceiveCount":3}', '{"maxReceiveCount":9}'],
    ['aws_ecr_lifecycle_policy', 'policy', '{"rules":[]}', '{"rules":[{}]}'],
    ['aws_ses_configuration_set', 'sending_policy', 'a', 'b'],
    ['postgresql_role', 'connection_limit', 1, 2],
    ['kubernetes_service_v1', 'external_traffic_policy', 'Local', 'Cluster'],
    ['kubernetes_deployment_v1', 'image_pull_policy', 'Always', 'Never'],
  ])('weighs no policy change at %s.%s', (type, attribute, before, live) => {
    expect(changed(type, { [attribute]: before }, { [attribute]: live })).toMatchObject({ rule: 'setting' });
  });

  test('weighs weaker TLS as such, not as a policy change', () => {
    const tls = (tls_policy: string) => ({ delivery_options: [{ tls_policy }] });
    expect(changed('aws_ses_configuration_set', tls('REQUIRE'), tls('OPTIONAL'))).toMatchObject({ rule: 'tls-off' });
  });

  test('reports a policy that cannot be read, but not a renamed statement', () => {
    const policy = (text: string) => ({ policy: text });
    expect(changed('aws_sqs_queue', policy('${a}'), policy('${b}'))).toMatchObject({ rule: 'iam-changed' });
    expect(
      changed('aws_sqs_queue', policy(document(allow({ Sid: 'a' }))), policy(document(allow({ Sid: 'b' })))),
    ).toMatchObject({ severity: 'low', rule: 'words' });
  });
});
