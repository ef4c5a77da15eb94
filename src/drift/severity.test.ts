import { describe, expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { weigh, worstSeverity } from './severity.ts';

const changed = (type: string, path: string, before: Json, after: Json, sensitive = false) =>
  weigh({
    type,
    kind: 'changed',
    attributes: [{ path, before, after, sensitive, requires_replace: false, action: 'changed' }],
  });
const deleted = (type: string) => weigh({ type, kind: 'deleted', attributes: [] });
const policy = (statement: object) => JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
const ANYBODY = policy({ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: '*' });
const NOBODY = policy({ Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' });
const SOME = policy({ Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::123456789012:root' }, Action: '*' });

describe('critical', () => {
  test.each<[string, ReturnType<typeof weigh>]>([
    ['a group opened to the world', changed('aws_security_group', 'ingress', [], [{ cidr_blocks: ['0.0.0.0/0'] }])],
    [
      'a second port opened to the world',
      changed(
        'aws_security_group',
        'ingress',
        [{ from_port: 443, cidr_blocks: ['0.0.0.0/0'] }],
        [
          { from_port: 443, cidr_blocks: ['0.0.0.0/0'] },
          { from_port: 22, cidr_blocks: ['0.0.0.0/0'] },
        ],
      ),
    ],
    ['over IPv6', changed('aws_vpc_security_group_ingress_rule', 'cidr_ipv6', 'fd00::/8', '::/0')],
    ['a policy for anybody', changed('aws_s3_bucket_policy', 'policy', SOME, ANYBODY)],
    [
      'for any AWS account',
      changed('aws_sqs_queue', 'policy', '', policy({ Effect: 'Allow', Principal: { AWS: ['*'] } })),
    ],
    ['public access not blocked', changed('aws_s3_bucket_public_access_block', 'block_public_acls', true, false)],
    ['inside a block', changed('aws_thing', 'access[0].block_public_policy', true, false)],
    ['a public database', changed('aws_db_instance', 'publicly_accessible', false, true)],
    ['a public list', changed('aws_s3_bucket_acl', 'acl', 'private', 'public-read')],
    ['a store that is gone', deleted('aws_dynamodb_table')],
  ])('%s', (_what, { severity, why }) => {
    expect(severity).toBe('critical');
    expect(why).toMatch(/^\S.{10,}[^.]$/);
  });
});

describe('high', () => {
  test.each<[string, ReturnType<typeof weigh>]>([
    ['a resource that is gone', deleted('aws_sqs_queue')],
    ['a group closed again', changed('aws_security_group', 'ingress', [{ cidr_blocks: ['0.0.0.0/0'] }], [])],
    [
      'a group open to some',
      changed('aws_security_group', 'ingress', [], [{ cidr_blocks: ['10.0.0.0/0', '10.0.0.0/8'] }]),
    ],
    ['a way out to the world', changed('aws_security_group', 'egress', [], [{ cidr_blocks: ['0.0.0.0/0'] }])],
    ['a policy that denies', changed('aws_s3_bucket_policy', 'policy', SOME, NOBODY)],
    [
      'a policy for anybody before and after',
      changed('aws_s3_bucket_policy', 'policy', ANYBODY, policy({ Effect: 'Allow', Principal: '*', Action: '*' })),
    ],
    ['a role', changed('aws_iam_role', 'max_session_duration', 3600, 7200)],
    ['a route', changed('aws_route', 'gateway_id', 'a', 'b')],
    ['encryption', changed('aws_ebs_volume', 'encrypted', true, false)],
    ['deletion protection', changed('aws_lb', 'enable_deletion_protection', true, false)],
    ['backups', changed('aws_db_instance', 'backup_retention_period', 7, 0)],
    ['public access blocked again', changed('aws_s3_bucket_public_access_block', 'block_public_acls', false, true)],
    ['a secret', changed('aws_lambda_function', 'environment', '(sensitive)', '(sensitive)', true)],
  ])('%s', (_what, { severity }) => {
    expect(severity).toBe('high');
  });
});

test('tags and descriptions are low, even of a role or a group; anything else is medium', () => {
  expect(changed('aws_iam_role', 'tags["a"]', 'x', 'y').severity).toBe('low');
  expect(changed('aws_security_group', 'description', 'x', 'y').severity).toBe('low');
  expect(changed('aws_instance', 'instance_type', 't3.micro', 't3.large').severity).toBe('medium');
  expect(changed('aws_instance', 'tagset', 'x', 'y').severity).toBe('medium');
});

test('the worst counts', () => {
  expect(worstSeverity(['low', 'critical', 'medium'])).toBe('critical');
  expect(worstSeverity([])).toBe('none');
});
