import { expect, test } from 'vitest';
import { createCallCounts } from './call-counts.ts';
import type { Action } from '../call/types.ts';

const action = (service: string, name: string, ...permissions: string[]): Action => ({
  service,
  name,
  kind: 'read',
  protocol: 'query',
  permissions,
});
const none = { calls: 0, saved: 0, throttled: 0, refused: 0, failed: 0 };

test('counts by account, region, service and action, in that order', () => {
  const counter = createCallCounts();
  const here = counter.at('111111111111');
  const users = { action: action('iam', 'GetUser', 'iam:GetUser'), region: 'us-east-1' };
  const vpcs = { action: action('ec2', 'DescribeVpcs', 'ec2:DescribeVpcs'), region: 'eu-west-1' };
  here.count(users, 'calls');
  here.count(users, 'saved', 3);
  here.count(vpcs, 'calls');
  here.count(vpcs, 'throttled');
  counter.at(undefined).count(vpcs, 'refused');
  const ec2 = { region: 'eu-west-1', service: 'ec2', action: 'DescribeVpcs', permissions: ['ec2:DescribeVpcs'] };
  const iam = { region: 'us-east-1', service: 'iam', action: 'GetUser', permissions: ['iam:GetUser'] };
  expect(counter.rows()).toEqual([
    { account: undefined, ...ec2, ...none, refused: 1 },
    { account: '111111111111', ...ec2, ...none, calls: 1, throttled: 1 },
    { account: '111111111111', ...iam, ...none, calls: 1, saved: 3 },
  ]);
});

test('returns copies', () => {
  const counter = createCallCounts();
  const call = { action: action('iam', 'GetUser'), region: 'us-east-1' };
  counter.at('1').count(call, 'calls');
  const before = counter.rows();
  counter.at('1').count(call, 'calls');
  expect(before[0]?.calls).toBe(1);
  expect(counter.rows()[0]?.calls).toBe(2);
});

test('collects the permissions of all calls of an action', () => {
  const counter = createCallCounts();
  const at = counter.at('1');
  at.count({ action: action('s3', 'HeadObject', 's3:GetObject'), region: 'eu-west-1' }, 'calls');
  at.count({ action: action('s3', 'HeadObject', 's3:GetObjectVersion'), region: 'eu-west-1' }, 'calls');
  expect(counter.rows()[0]?.permissions).toEqual(['s3:GetObject', 's3:GetObjectVersion']);
});

test('bounds and cleans names that a provider makes up', () => {
  const counter = createCallCounts();
  for (let i = 0; i < 10_050; i++)
    counter.at('1').count({ action: action('ec2', `Made\u001bUp${i}${'x'.repeat(100)}`), region: 'r' }, 'refused');
  const rows = counter.rows();
  expect(rows).toHaveLength(10_001);
  expect(rows.find((row) => row.action === '(others)')).toMatchObject({ account: undefined, refused: 50 });
  expect(rows.every((row) => row.action.length <= 64 && !row.action.includes('\u001b'))).toBe(true);
});

test('notifies a listener', () => {
  const heard: string[] = [];
  const counter = createCallCounts(({ action: { name } }, what, times) => heard.push(`${name} ${what} ${times}`));
  counter.at('1').count({ action: action('iam', 'GetUser'), region: 'us-east-1' }, 'saved', 2);
  expect(heard).toEqual(['GetUser saved 2']);
});
