import { expect, test } from 'vitest';
import { compileIgnores, type SourcedRule } from './ignore.ts';
import { compileUnmanagedIgnores, type IgnoredObject } from './unmanaged.ts';

const OBJECT: IgnoredObject = {
  type: 'aws_sqs_queue',
  region: 'eu-west-1',
  account_id: '123456789012',
  cloud_id: 'arn:aws:sqs:eu-west-1:123456789012:jobs',
  name: 'jobs',
  tags: { team: 'web' },
  provider: 'registry.terraform.io/hashicorp/aws',
};
const NOW = new Date('2026-01-01T00:00:00Z');
const rule = (fields: Partial<SourcedRule>): SourcedRule => ({
  id: 'r',
  kind: 'unmanaged',
  reason: 'r',
  source: 'organization',
  ...fields,
});
const hides = (fields: Partial<SourcedRule>) => compileUnmanagedIgnores([rule(fields)], NOW)(OBJECT) !== undefined;

test.each<[Partial<SourcedRule>, boolean]>([
  [{ type: 'aws_sqs_*' }, true],
  [{ type: 'aws_vpc' }, false],
  [{ name: 'jobs' }, true],
  [{ name: '*:jobs' }, true],
  [{ name: 'other' }, false],
  [{ tag: 'team' }, true],
  [{ tag: 'team=w*' }, true],
  [{ tag: 'team=api' }, false],
  [{ account: '1234*' }, true],
  [{ type: 'aws_sqs_queue', region: 'us-*' }, false],
  [{ type: 'aws_sqs_queue', provider: '*/hashicorp/aws' }, true],
  [{ type: 'aws_sqs_queue', expires_at: '2025-12-31T00:00:00Z' }, false],
])('selects an object by %j: %s', (fields, expected) => {
  expect(hides(fields)).toBe(expected);
});

test('applies a rule to drift or to unmanaged objects, never to both', () => {
  const { kind: _, ...drift } = rule({ type: 'aws_sqs_queue' });
  expect(compileUnmanagedIgnores([drift], NOW)(OBJECT)).toBeUndefined();
  const subject = {
    address: 'aws_sqs_queue.jobs',
    type: 'aws_sqs_queue',
    state: 'a',
    region: undefined,
    account: undefined,
    provider: undefined,
  };
  expect(compileIgnores([rule({ type: 'aws_sqs_queue' })], NOW).whole(subject)).toBeUndefined();
  expect(compileIgnores([drift], NOW).whole(subject)).toBeDefined();
});
