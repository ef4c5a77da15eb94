import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { commandsAt, type RunCommand } from '../../../testkit/commands.ts';
import { databases } from '../../../testkit/database.ts';
import { newId } from '../../base/ids.ts';
import { emptyCounts } from '../../engine/model/analysis.ts';
import type { Store } from '../../store/database.ts';
import { insertAnalysis } from '../../store/queries/analyses.ts';
import { writeCalls, type CallRow } from '../../store/queries/analysis-calls.ts';
import { insertCoverage } from '../../store/queries/coverage.ts';
import { awsCloud } from '../../server/compose-aws.ts';
import { readConfig } from '../../server/config/config.ts';
import { scoped } from '../../store/scope.ts';

let store: Store;
let api: TestApi;
let command: RunCommand;
let org: { id: string; key: string };

beforeAll(async () => {
  const [database] = await databases();
  store = await database!.open();
  // With AWS keys that are never used: the policy makes no call.
  const config = readConfig({
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  });
  api = await testApi(store, [awsCloud(config)]);
  command = await commandsAt(api);
  org = await api.organization('acme', 'read');
});
afterAll(async () => {
  await api.close();
  await store.close();
});

const none = { calls: 0, saved: 0, throttled: 0, refused: 0, failed: 0 };
const roles: CallRow = {
  account: '123456789012',
  region: 'us-east-1',
  service: 'iam',
  action: 'GetRole',
  permissions: ['iam:GetRole'],
  ...none,
};

async function analysis(rows: CallRow[], of = org): Promise<string> {
  const { id } = await insertAnalysis(store.db, {
    id: newId('an'),
    org_id: of.id,
    trigger: '{"kind":"api"}',
    status: 'completed',
    severity: 'none',
    counts: JSON.stringify(emptyCounts()),
    states: '[]',
  });
  await writeCalls(scoped(store.db, { org_id: of.id }), { id, started_at: new Date() }, rows);
  return id;
}

const plumbline = async (...argv: string[]) => command(org.key, argv);

test('lists the calls of an analysis by action, the most frequent first', async () => {
  const id = await analysis([
    { ...roles, calls: 2, saved: 1 },
    { ...roles, account: '210987654321', calls: 1, throttled: 1 },
    { ...roles, account: '', service: 'ec2', action: 'DescribeVpcs', permissions: [], calls: 1, saved: 1200 },
  ]);
  const shown = await plumbline('analyses', 'calls', id);
  expect(shown).toEqual({
    code: 0,
    out: [
      'ACTION            CALLS  SAVED  THROTTLED  REFUSED  FAILED',
      'ec2:DescribeVpcs  1      1,200  -          -        -',
      'iam:GetRole       3      1      1          -        -',
      '',
    ].join('\n'),
    err: '4 API calls (1,201 saved), 1 throttled.\n',
  });
  const { out } = await plumbline('analyses', 'calls', id, '--json');
  expect(JSON.parse(out)).toEqual({
    ...none,
    calls: 4,
    saved: 1201,
    throttled: 1,
    actions: [
      expect.objectContaining({ account_id: null, region: 'us-east-1', service: 'ec2', permissions: [] }),
      expect.objectContaining({ account_id: '123456789012', calls: 2, permissions: ['iam:GetRole'] }),
      expect.objectContaining({ account_id: '210987654321', calls: 1 }),
    ],
  });
  const whole = await api.call('GET', `/analyses/${id}`, { key: org.key });
  expect(whole.json()).toMatchObject({ calls: { ...none, calls: 4, saved: 1201, throttled: 1 } });
});

test('reports an analysis without calls', async () => {
  expect(await plumbline('analyses', 'calls', await analysis([]))).toEqual({
    code: 0,
    out: '',
    err: 'No API calls went through the gateway.\n',
  });
});

type Policy = { Statement: { Sid: string; Action: string | string[] }[] };
const actionsIn = (text: string) =>
  (JSON.parse(text) as Policy).Statement.find(({ Sid }) => Sid === 'ReadConfiguration')?.Action;

describe('the least-privilege policy', () => {
  const role_arn = 'arn:aws:iam::123456789012:role/plumbline';
  const account_role_arn = 'arn:aws:iam::{account}:role/plumbline';
  let tenants = 0;
  async function tenant() {
    const of = await api.organization(`policy${(tenants += 1)}`, 'admin');
    await api.call('PATCH', `/orgs/${of.id}/aws`, { key: of.key, body: { role_arn, account_role_arn } });
    return { of, plumbline: (...argv: string[]) => command(of.key, argv) };
  }

  test('fails before any call was recorded', async () => {
    const { of, plumbline } = await tenant();
    const { code, err } = await plumbline('policy', of.id);
    expect(code).toBe(1);
    expect(err).toContain('No analysis of this organization has called the cloud yet');
  });

  test('allows called and saved actions, per role, and names the unknown ones', async () => {
    const { of, plumbline } = await tenant();
    const vpcs = { ...roles, service: 'ec2', action: 'DescribeVpcs', permissions: ['ec2:DescribeVpcs'] };
    await analysis([{ ...roles, calls: 1 }], of);
    const id = await analysis(
      [
        { ...vpcs, saved: 3 },
        { ...vpcs, account: '210987654321', calls: 1 },
        { ...roles, service: 's3', action: 'HeadObject', permissions: ['s3:GetObject'], calls: 1 },
        { ...roles, service: 'ec2', action: 'GetPasswordData', permissions: ['ec2:GetPasswordData'], refused: 2 },
      ],
      of,
    );
    const row = { analysis_id: id, org_id: of.id, state_key: 'a', type: 'aws_macie2_account', reason: 'denied' };
    await insertCoverage(store.db, [
      { ...row, position: 0, resource: 'aws_macie2_account.a', verdict: 'unreadable' },
      { ...row, position: 1, resource: 'aws_macie2_account.b', verdict: 'unreadable' },
      { ...row, position: 2, resource: 'aws_vpc.a', type: 'aws_vpc', verdict: 'unreadable' },
      { ...row, position: 3, resource: 'aws_vpc.b', type: 'aws_vpc', verdict: 'in_sync', reason: null },
    ]);
    const shown = await plumbline('policy', of.id);
    expect(shown.code).toBe(0);
    expect(actionsIn(shown.out)).toEqual(['ec2:DescribeVpcs', 'iam:GetRole']);
    const said = shown.err.replaceAll('\n', ' ');
    expect(said).toContain(`It rests on 2 analyses, 2 of all states; the latest is ${id}`);
    expect(said).toContain('Unknown permissions (never read): aws_macie2_account (2, denied).');
    expect(said).toContain('Refused calls: ec2:GetPasswordData (2).');
    expect(said).toContain('Left out (reads contents or secrets): s3:GetObject.');
    const { out, err } = await plumbline('policy', of.id, '--account', '--json');
    expect(err).toBe('');
    expect(actionsIn(out)).toEqual(['ec2:DescribeVpcs']);
  });
});
