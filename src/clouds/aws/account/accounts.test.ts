import { afterEach, beforeEach, expect, test } from 'vitest';
import { startStandInCloud, type StandInCloud } from '../../../../testkit/cloud/start.ts';
import { openAccounts, ownedRole, type Accounts, type AccountsOptions } from './accounts.ts';
import { externalIdGuard } from './external-id.ts';
import { callerIdentity } from './client.ts';
import { renewing } from './renewing.ts';

const HOME = '111111111111';
const OTHER = '222222222222';
const ROLE = `arn:aws:iam::${HOME}:role/plumbline`;
const TEMPLATE = 'arn:aws:iam::{account}:role/plumbline-reader';
const THERE = `arn:aws:iam::${OTHER}:role/plumbline-reader`;
const credentials = { accessKeyId: 'test', secretAccessKey: 'very-secret' };

let cloud: StandInCloud;
beforeEach(async () => {
  cloud = await startStandInCloud({
    roles: [
      { arn: ROLE, externalId: 'ours' },
      { arn: THERE, externalId: 'ours', trusts: ROLE },
    ],
  });
});
afterEach(() => cloud.stop());

function open(more: Partial<AccountsOptions> = {}): Accounts {
  const settings = { region: 'eu-west-1', endpoint: cloud.url };
  const request = { roleArn: ROLE, externalId: 'ours', sessionName: 'scan', onward: TEMPLATE };
  return openAccounts({
    settings,
    own: renewing(() => ownedRole({ ...settings, credentials }, request)),
    expected: HOME,
    template: TEMPLATE,
    externalId: 'ours',
    sessionName: 'scan',
    ...more,
  });
}

async function whose(accounts: Accounts, account: string | undefined): Promise<string> {
  const answer = await accounts.access(account);
  if ('reason' in answer) return answer.reason;
  const identity = await callerIdentity({ region: 'eu-west-1', endpoint: cloud.url, credentials: answer.credentials });
  expect(identity.accountId).toBe(answer.account);
  return identity.arn;
}

test('reads the own account with the own role, and another with a role that is assumed from it', async () => {
  const accounts = open();
  expect(await whose(accounts, HOME)).toBe(`arn:aws:sts::${HOME}:assumed-role/plumbline/scan`);
  expect(await whose(accounts, undefined)).toBe(`arn:aws:sts::${HOME}:assumed-role/plumbline/scan`);
  expect(await whose(accounts, OTHER)).toBe(`arn:aws:sts::${OTHER}:assumed-role/plumbline-reader/scan`);
  await Promise.all([whose(accounts, OTHER), whose(accounts, OTHER)]);
  expect(cloud.asked.map(({ roleArn, caller }) => [roleArn, caller])).toEqual([
    [ROLE, 'arn:aws:iam::123456789012:user/operator'],
    [THERE, `arn:aws:sts::${HOME}:assumed-role/plumbline/scan`],
  ]);
});

test('opens read-only sessions with the external id, for an hour at most', async () => {
  const accounts = open();
  await accounts.access(OTHER);
  for (const { policyArns, policy, externalId, seconds } of cloud.asked) {
    expect(policyArns).toContain('arn:aws:iam::aws:policy/ReadOnlyAccess');
    expect(policy?.length).toBeLessThan(2048);
    expect([externalId, seconds]).toEqual(['ours', 3600]);
  }
  // Only the first role assumes roles in other accounts.
  expect(cloud.asked.map(({ policy }) => policy?.includes('sts:AssumeRole'))).toEqual([true, false]);
});

test.each([
  ['there is no role for other accounts', { template: null }, OTHER, 'other_account', 'account_role_arn'],
  ['it is not among those that may be reached', { allowed: [HOME] }, OTHER, 'account_not_allowed', '--accounts'],
  ['it has no such role', {}, '333333333333', 'account_role_denied', '333333333333:role/plumbline-reader'],
  ['its role wants another external id', { externalId: 'theirs' }, OTHER, 'account_role_denied', 'trust policy'],
])('returns no credentials for an account when %s', async (_why, more, account, reason, says) => {
  const accounts = open(more);
  const answer = await accounts.access(account);
  expect(answer).toMatchObject({ reason, detail: expect.stringContaining(says) });
  expect(JSON.stringify(answer)).not.toMatch(/very-secret|theirs|ours/);
  expect(await whose(accounts, HOME)).toContain(HOME);
});

test('checks the role of another account before it is used, and gives no credentials of one that it refuses', async () => {
  cloud.registerRole({ arn: THERE, trusts: ROLE });
  const guard = externalIdGuard();
  const accounts = open({ check: (as, role) => guard(as, { ...role, caller: ROLE }) });
  expect(await accounts.access(OTHER)).toMatchObject({
    reason: 'external_id_not_required',
    detail: expect.stringContaining(THERE),
  });
  expect(await whose(accounts, HOME)).toContain(HOME);
});

test('tries a role that cannot be assumed once', async () => {
  const accounts = open();
  for (let i = 0; i < 3; i++) expect(await whose(accounts, '333333333333')).toBe('account_role_denied');
  expect(cloud.asked).toHaveLength(2);
});

test.each([
  ['the own account', ROLE, HOME],
  ['another account', THERE, OTHER],
])('rejects credentials for %s that belong to another account', async (_what, arn, account) => {
  cloud.registerRole({ arn, says: '999999999999' });
  expect(await open().access(account)).toMatchObject({
    reason: 'account_mismatch',
    detail: expect.stringContaining('999999999999'),
  });
});

test('renews credentials before they end, and at once when they are refused', async () => {
  cloud.registerRole({ arn: THERE, externalId: 'ours', seconds: 2 });
  const accounts = open();
  const first = await accounts.access(OTHER);
  if ('reason' in first) throw new Error(first.detail);
  await expect.poll(() => accounts.access(OTHER)).not.toBe(first);
  cloud.registerRole({ arn: THERE, externalId: 'ours' });
  const second = await accounts.access(OTHER);
  if ('reason' in second) throw new Error(second.detail);
  const [third, same] = [await accounts.access(OTHER, second), await accounts.access(OTHER, second)];
  expect(third).not.toBe(second);
  expect(same).toBe(third);
});

test('retries a role after an outage of STS, and replaces expired own sessions', async () => {
  const accounts = open();
  await accounts.access(HOME);
  const { port } = cloud;
  await cloud.stop();
  expect(await whose(accounts, OTHER)).toBe('source_unreachable');
  cloud = await startStandInCloud({ port, roles: [{ arn: ROLE }, { arn: THERE }] });
  expect(await whose(accounts, OTHER)).toBe(`arn:aws:sts::${OTHER}:assumed-role/plumbline-reader/scan`);
});
