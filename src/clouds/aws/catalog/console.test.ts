import { expect, test } from 'vitest';
import { awsConsoleUrl } from './console.ts';

const url = (type: string, id: string, region: string | undefined = 'eu-west-1') =>
  awsConsoleUrl({ type, id, region })?.replace('https://', '');

test.each([
  [
    'aws_security_group',
    'sg-0a1b2c3d4e5f60718',
    'ec2/home?region=eu-west-1#SecurityGroup:groupId=sg-0a1b2c3d4e5f60718',
  ],
  ['aws_s3_bucket', 'acme-logs', 's3/buckets/acme-logs?region=eu-west-1'],
  ['aws_s3_bucket_versioning', 'acme-logs', 's3/buckets/acme-logs?region=eu-west-1'],
  [
    'aws_cloudwatch_log_group',
    '/aws/lambda/jobs',
    'cloudwatch/home?region=eu-west-1#logsV2:log-groups/log-group/$252Faws$252Flambda$252Fjobs',
  ],
  [
    'aws_sns_topic',
    'arn:aws:sns:eu-west-1:123456789012:alarms',
    'sns/v3/home?region=eu-west-1#/topic/arn%3Aaws%3Asns%3Aeu-west-1%3A123456789012%3Aalarms',
  ],
])('leads to the page of %s in its region', (type, id, path) => {
  expect(url(type, id)).toBe(`eu-west-1.console.aws.amazon.com/${path}`);
});

test('leads to global services without a region', () => {
  expect(url('aws_iam_role', 'app', undefined)).toBe('console.aws.amazon.com/iam/home#/roles/details/app');
});

test.each([
  ['aws_db_instance', 'db-ABCDEFGHIJ', 'eu-west-1'],
  ['aws_security_group', 'sg-1"><script>', 'eu-west-1'],
  ['aws_security_group', '(sensitive)', 'eu-west-1'],
  ['aws_s3_bucket_metric', 'acme-logs:all', 'eu-west-1'],
  ['aws_vpc', 'vpc-0a1b2c3d', 'cn-north-1'],
  ['aws_vpc', 'vpc-0a1b2c3d', 'evil.example/x'],
  ['toString', 'x', 'eu-west-1'],
])('gives no address for %s %s in %s, which is not certain', (type, id, region) => {
  expect(url(type, id, region)).toBeUndefined();
});
