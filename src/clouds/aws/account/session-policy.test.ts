import { expect, test } from 'vitest';
import { accountRole, accountRoles, sessionPolicy } from './session-policy.ts';

const ROLE = 'arn:aws:iam::123456789012:role/plumbline';
const TEMPLATE = 'arn:aws:iam::{account}:role/plumbline';

type Statement = { Effect: string; Action: string | string[]; Resource: string | string[] };
const statements = (onward?: string) => sessionPolicy(ROLE, onward).policy.Statement as unknown as Statement[];
const actions = (onward?: string) => statements(onward).flatMap(({ Action }) => Action);

test('allows a session to read and decrypt states, and to change nothing', () => {
  const { policyArns } = sessionPolicy(ROLE, undefined);
  expect(policyArns).toEqual(['arn:aws:iam::aws:policy/ReadOnlyAccess', 'arn:aws:iam::aws:policy/SecurityAudit']);
  expect(actions()).toContain('kms:Decrypt');
  expect(actions()).toContain('s3:GetObject');
  for (const action of actions()) expect(action).toMatch(/^[a-z0-9]+:(?:Get|List|Decrypt)/);
});

test('allows assuming roles of other accounts only where there are any', () => {
  expect(actions()).not.toContain('sts:AssumeRole');
  expect(statements(TEMPLATE).at(-1)).toEqual({
    Effect: 'Allow',
    Action: 'sts:AssumeRole',
    Resource: ['arn:aws:iam::*:role/plumbline'],
  });
});

test('fits the size limit of AWS at its longest', () => {
  const template = `arn:aws-us-gov:iam::{account}:role/${'p'.repeat(600)}`;
  const { policy, policyArns } = sessionPolicy(ROLE, template);
  expect(JSON.stringify(policy).length + policyArns.join('').length).toBeLessThan(2048);
});

test('uses the policies of other partitions', () => {
  const { policyArns } = sessionPolicy('arn:aws-cn:iam::123456789012:role/x', undefined);
  expect(policyArns[0]).toBe('arn:aws-cn:iam::aws:policy/ReadOnlyAccess');
});

test('puts the account id into the role of an account', () => {
  expect(accountRole(TEMPLATE, '210987654321')).toBe('arn:aws:iam::210987654321:role/plumbline');
  expect(accountRoles(TEMPLATE, ['1', '2'])).toEqual([
    'arn:aws:iam::1:role/plumbline',
    'arn:aws:iam::2:role/plumbline',
  ]);
});
