import { expect, test } from 'vitest';
import { directionOf, type Direction } from './direction.ts';

const CASES: [text: string, direction: Partial<Direction>][] = [
  ['open ssh to the world', { access: 1 }],
  ['close ssh to the world', { access: -1 }],
  ['only the office may connect', { access: -1 }],
  ['the vendor is no longer allowed to assume the role', { access: -1 }],
  ['do not let the vendor in any more', { access: -1 }],
  ['the servers must not talk to the internet', { access: -1 }],
  ['turn the audit trail off', { state: -1 }],
  ['Audit logging (CloudTrail) was switched on', { state: 1 }],
  ['delete the bucket', { state: -1 }],
  ['keep backups longer', { amount: 1 }],
  ['save money on logs', { amount: -1 }],
  ['The log retention was lowered from 365 to 30 days on aws_cloudwatch_log_group.extra_long', { amount: -1 }],
  ['the default action was changed from block to allow', { access: 1 }],
  ['the default action was changed from allow to block', { access: -1 }],
  // Switching off a barrier opens something.
  ['Blocking of public policies was switched off', { access: 1, state: -1 }],
  ['turn off two factor authentication', { access: 1, state: -1 }],
  ['demand a second factor', { access: -1, state: 1 }],
  // Deleting a thing needs its protection off.
  ['let me delete the database', { access: 1, state: -1 }],
  ['nobody should be able to delete the database', { state: 1 }],
  ['Deletion protection was switched off', { state: -1 }],
  // Neither names nor effects have a direction.
  ['aws_s3_bucket_public_access_block.open: the owner was changed', {}],
  ['The certificate was renamed, so that it no longer allows anybody to sign in', {}],
  ['who pays for this', {}],
  ['', {}],
];

test.each(CASES)('reads the direction of “%s”', (text, direction) => {
  expect(directionOf(text)).toEqual({ access: 0, state: 0, amount: 0, ...direction });
});
