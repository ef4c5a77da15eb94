import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../base/json.ts';
import { isGrantable } from './grantable.ts';
import { accountPermissionPolicy, permissionPolicy, trustPolicy } from './policies.ts';

type Statement = {
  Sid: string;
  Effect: string;
  Action: string | string[];
  Resource?: string;
  NotResource?: string;
  Condition?: JsonObject;
};

function statements(policy: JsonObject): Statement[] {
  return policy.Statement as unknown as Statement[];
}

const actionsOf = ({ Action }: Statement): string[] => [Action].flat();

/** True where an IAM action pattern matches an action. */
function takesIn(pattern: string, action: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.?+^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(action);
}

describe('the trust policy', () => {
  test('lets in one account, and only with the external id', () => {
    expect(statements(trustPolicy({ accountId: '111111111111', externalId: 'pl-1' }))).toEqual([
      {
        Sid: 'PlumblineWithExternalId',
        Effect: 'Allow',
        Principal: { AWS: '111111111111' },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': 'pl-1' } },
      },
    ]);
  });

  test('lets in a single principal on request', () => {
    const principalArn = 'arn:aws:iam::111111111111:role/plumbline-server';
    const [statement] = statements(trustPolicy({ principalArn, externalId: 'pl-1' }));
    expect(statement).toMatchObject({ Principal: { AWS: principalArn } });
  });
});

describe('the permission policy', () => {
  const policy = permissionPolicy({ bucket: 'acme-states', prefix: 'prod/' });
  const named = (sid: string) => statements(policy).find(({ Sid }) => Sid === sid);

  test('allows the states under the prefix', () => {
    expect(named('ListStates')).toMatchObject({
      Action: 's3:ListBucket',
      Resource: 'arn:aws:s3:::acme-states',
      Condition: { StringLike: { 's3:prefix': 'prod/*' } },
    });
    expect(named('ReadStates')).toMatchObject({
      Action: 's3:GetObject',
      Resource: 'arn:aws:s3:::acme-states/prod/*',
    });
    expect(named('NeverOtherObjects')).toMatchObject({
      Effect: 'Deny',
      NotResource: 'arn:aws:s3:::acme-states/prod/*',
    });
  });

  test('allows nothing but reading', () => {
    const verbs = /:(Get|List|Describe|Batch(Get)|Validate|View|Simulate|GET$|Decrypt$)/;
    const allowed = statements(policy)
      .filter(({ Effect }) => Effect === 'Allow')
      .flatMap(actionsOf);
    expect(allowed.filter((action) => !verbs.test(action))).toEqual([]);
    expect(allowed.filter((action) => action.startsWith('*'))).toEqual([]);
  });

  test.each([
    'secretsmanager:GetSecretValue',
    'secretsmanager:BatchGetSecretValue',
    'dynamodb:GetItem',
    'ec2:GetPasswordData',
    'logs:GetLogEvents',
    'sqs:ReceiveMessage',
  ])('never allows %s, whatever else is attached', (action) => {
    const denied = statements(policy).filter(({ Effect, Condition }) => Effect === 'Deny' && !Condition);
    expect(denied.flatMap(actionsOf).some((pattern) => takesIn(pattern, action))).toBe(true);
  });

  test('decrypts for S3, the states alone, and for Lambda, and denies it elsewhere', () => {
    expect(named('DecryptStates')?.Condition).toEqual({
      StringLike: {
        'kms:ViaService': 's3.*',
        'kms:EncryptionContext:aws:s3:arn': ['arn:aws:s3:::acme-states', 'arn:aws:s3:::acme-states/prod/*'],
      },
    });
    expect(named('ReadFunctionEnvironments')?.Condition).toEqual({ StringLike: { 'kms:ViaService': 'lambda.*' } });
    expect(named('NeverDecryptElsewhere')).toMatchObject({
      Effect: 'Deny',
      Action: 'kms:Decrypt',
      Condition: { StringNotLikeIfExists: { 'kms:ViaService': ['s3.*', 'lambda.*'] } },
    });
  });

  test("names the role's own partition", () => {
    const roleArn = 'arn:aws-cn:iam::222222222222:role/plumbline';
    const china = permissionPolicy({ bucket: 'acme-states', prefix: null, roleArn });
    expect(JSON.stringify(china)).toContain('"arn:aws-cn:s3:::acme-states/*"');
    expect(JSON.stringify(china)).not.toContain('arn:aws:');
  });

  test('fits into an inline policy of a role, even with the longest names', () => {
    const long = permissionPolicy({ bucket: 'b'.repeat(63), prefix: 'p'.repeat(900) });
    expect(JSON.stringify(long).length).toBeLessThan(10_240);
  });

  test('names a placeholder while there is no bucket, and no prefix condition without a prefix', () => {
    const open = statements(permissionPolicy({ bucket: null, prefix: null }));
    expect(open[0]).toMatchObject({ Resource: 'arn:aws:s3:::<bucket of your states>' });
    expect(open[0]).not.toHaveProperty('Condition');
  });

  test('takes wildcards and dollars in a prefix literally', () => {
    const [list] = statements(permissionPolicy({ bucket: 'b', prefix: 'a*b?c$' }));
    expect(list?.Condition).toEqual({ StringLike: { 's3:prefix': 'a${*}b${?}c${$}*' } });
  });
});

describe('a policy for the needed actions', () => {
  const roleArn = 'arn:aws:iam::222222222222:role/plumbline';
  const of = (reads: string[]) => {
    const policy = statements(permissionPolicy({ bucket: 'acme-states', prefix: null, roleArn, reads }));
    return new Map(policy.map((one) => [one.Sid, one]));
  };

  test('allows them, the states, and the check of missing permissions', () => {
    const policy = of(['ec2:DescribeVpcs', 'iam:GetRole']);
    expect(policy.get('ReadConfiguration')?.Action).toEqual(['ec2:DescribeVpcs', 'iam:GetRole']);
    expect(policy.get('CheckItself')).toMatchObject({ Action: 'iam:SimulatePrincipalPolicy', Resource: roleArn });
    expect([...policy.keys()]).not.toContain('HeadBuckets');
    expect([...policy.keys()]).not.toContain('ReadFunctionEnvironments');
    expect([...policy.keys()]).toEqual(expect.arrayContaining(['ReadStates', 'NeverSecretsAndContents']));
  });

  test('keeps the conditions of actions that take them', () => {
    const policy = of(['lambda:GetFunction', 's3:ListBucket']);
    expect(policy.get('ReadConfiguration')?.Action).toEqual(['lambda:GetFunction']);
    expect(policy.get('HeadBuckets')?.Condition).toEqual({ Null: { 's3:prefix': 'true' } });
    expect([...policy.keys()]).toContain('ReadFunctionEnvironments');
  });

  test('allows only the states where nothing is needed', () => {
    expect(of([]).has('ReadConfiguration')).toBe(false);
  });

  test.each([
    ['iam:GetRole', true],
    ['ssm:GetParameter', true],
    ['kms:DescribeKey', true],
    ['kms:Decrypt', false],
    ['s3:GetObject', false],
    ['s3:GetObjectTagging', true],
    ['s3:GetObjectVersion', false],
    ['secretsmanager:GetSecretValue', false],
    ['dynamodb:GetItem', false],
    ['ec2:GetConsoleOutput', false],
    ['sts:AssumeRole', false],
  ])('of what was asked for, %s is configuration: %s', (action, expected) => {
    expect(isGrantable(action)).toBe(expected);
  });
});

describe('with locks in DynamoDB', () => {
  const roleArn = 'arn:aws:iam::222222222222:role/plumbline';
  const states = { bucket: 'acme-states', prefix: 'prod/', roleArn };
  const lockTables = [{ table: 'locks', region: 'eu-west-1' }, { table: 'more' }];
  const of = (sid: string, more: object = {}) =>
    statements(permissionPolicy({ ...states, lockTables, ...more })).find(({ Sid }) => Sid === sid);

  test('allows the locks of the states, and no other item of any table', () => {
    const tables = [
      'arn:aws:dynamodb:*:222222222222:table/more',
      'arn:aws:dynamodb:eu-west-1:222222222222:table/locks',
    ];
    const ids = { 'dynamodb:LeadingKeys': 'acme-states/prod/*' };
    expect(of('ReadLocks')).toMatchObject({
      Action: 'dynamodb:GetItem',
      Resource: tables,
      Condition: { 'ForAllValues:StringLike': ids },
    });
    expect(of('NeverOtherItems')).toMatchObject({
      Action: 'dynamodb:GetItem',
      Resource: '*',
      Condition: { 'ForAnyValue:StringNotLike': ids },
    });
    expect(of('NeverSecretsAndContents')?.Action).not.toContain('dynamodb:GetItem');
    expect(of('NeverSecretsAndContents')?.Action).toContain('dynamodb:Query');
    expect(of('NeverSecretsAndContents', { lockTables: [] })?.Action).toContain('dynamodb:GetItem');
    expect(of('ReadLocks', { lockTables: [] })).toBeUndefined();
  });

  test('names no table where there are many, and still fits', () => {
    const many = Array.from({ length: 200 }, (_, n) => ({ table: `${'t'.repeat(200)}${n}` }));
    expect(of('ReadLocks', { lockTables: many })?.Resource).toEqual(['arn:aws:dynamodb:*:*:table/*']);
    const accounts = Array.from({ length: 50 }, (_, i) => String(100_000_000_000 + i));
    const some = Array.from({ length: 3 }, (_, n) => ({ table: `${'t'.repeat(80)}${n}` }));
    const accountRole = 'arn:aws:iam::{account}:role/plumbline';
    const long = { bucket: 'b'.repeat(63), roleArn, lockTables: some };
    const size = (more: Partial<Parameters<typeof permissionPolicy>[0]>) =>
      JSON.stringify(permissionPolicy({ ...long, prefix: null, ...more })).length;
    expect(size({ prefix: 'p'.repeat(100), accountRole, accounts, secretValues: true })).toBeLessThan(10_240);
    expect(size({ prefix: 'p'.repeat(700) })).toBeLessThan(10_240);
    expect(size({ prefix: 'p'.repeat(900), lockTables })).toBeLessThan(10_240);
  });
});

describe('with roles in other accounts', () => {
  const accountRole = 'arn:aws:iam::{account}:role/plumbline';
  const assume = (more: object) =>
    statements(permissionPolicy({ bucket: 'acme-states', prefix: null, ...more })).find(
      ({ Sid }) => Sid === 'AssumeAccountRoles',
    );

  test('lets the first role assume those of named accounts, or of all', () => {
    expect(assume({})).toBeUndefined();
    expect(assume({ accountRole })).toMatchObject({ Resource: ['arn:aws:iam::*:role/plumbline'] });
    expect(assume({ accountRole, accounts: ['210987654321'] })).toMatchObject({
      Action: 'sts:AssumeRole',
      Resource: ['arn:aws:iam::210987654321:role/plumbline'],
    });
    const many = Array.from({ length: 1_000 }, (_, i) => String(100_000_000_000 + i));
    expect(assume({ accountRole, accounts: many })).toMatchObject({ Resource: ['arn:aws:iam::*:role/plumbline'] });
  });

  test('fits fifty roles, and the policy of the other roles, into inline policies', () => {
    const accounts = Array.from({ length: 50 }, (_, i) => String(100_000_000_000 + i));
    const long = { bucket: 'b'.repeat(63), prefix: 'p'.repeat(200), accountRole, accounts };
    expect(JSON.stringify(permissionPolicy(long)).length).toBeLessThan(10_240);
    expect(JSON.stringify(accountPermissionPolicy()).length).toBeLessThan(10_240);
  });

  test('lets the other roles read configuration, and no object of any bucket', () => {
    const policy = statements(accountPermissionPolicy());
    expect(policy.find(({ Sid }) => Sid === 'NeverOtherObjects')).toMatchObject({ Effect: 'Deny', Resource: '*' });
    const allowed = policy.filter(({ Effect }) => Effect === 'Allow').flatMap(actionsOf);
    expect(allowed).toContain('ec2:Describe*');
    expect(allowed.filter((action) => takesIn(action, 's3:GetObject') || takesIn(action, 'sts:AssumeRole'))).toEqual(
      [],
    );
  });
});

test('allows direct use of the key of encrypted states alone', () => {
  const stateKey = 'arn:aws:kms:eu-west-1:123456789012:key/x';
  const policy = permissionPolicy({ bucket: 'acme-states', prefix: null, stateKey });
  const of = (sid: string) => statements(policy).find(({ Sid }) => Sid === sid);
  expect(of('DecryptStateKeys')).toMatchObject({ Effect: 'Allow', Action: 'kms:Decrypt', Resource: stateKey });
  expect(of('NeverDecryptElsewhere')).toMatchObject({ Effect: 'Deny', NotResource: stateKey });
  expect(of('NeverDecryptElsewhere')).not.toHaveProperty('Resource');
});
