import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { newId } from '../../base/ids.ts';
import { emptyCounts } from '../../drift/analysis.ts';
import type { Store } from '../../store/database.ts';
import { insertAnalysis } from '../../store/queries/analyses.ts';
import { writeCalls, type CallRow } from '../../store/queries/analysis-calls.ts';
import { run } from '../main.ts';

let store: Store;
let api: TestApi;
let url: string;
let org: { id: string; key: string };

beforeAll(async () => {
  const [database] = await databases();
  store = await database!.open();
  api = await testApi(store);
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
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

async function analysis(rows: CallRow[]): Promise<string> {
  const { id } = await insertAnalysis(store.db, {
    id: newId('an'),
    org_id: org.id,
    trigger: '{"kind":"api"}',
    status: 'completed',
    severity: 'none',
    counts: JSON.stringify(emptyCounts()),
    states: '[]',
  });
  await writeCalls(store.db, { org_id: org.id }, { id, started_at: new Date() }, rows);
  return id;
}

async function plumbline(...argv: string[]) {
  const said = { out: '', err: '' };
  const code = await run({
    argv,
    env: { PLUMBLINE_URL: url, PLUMBLINE_API_KEY: org.key },
    stdout: { write: (text: string) => (said.out += text) },
    stderr: { write: (text: string) => (said.err += text) },
  });
  return { code, ...said };
}

test('the calls of an analysis by action, the most frequent first', async () => {
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
    err: 'It took 4 calls at the cloud, and 1,201 that were not needed; 1 throttled.\n',
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

test('an analysis without any says so', async () => {
  expect(await plumbline('analyses', 'calls', await analysis([]))).toEqual({
    code: 0,
    out: '',
    err: 'Nothing was called through the gateway.\n',
  });
});
