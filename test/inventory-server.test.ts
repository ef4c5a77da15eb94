import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis, Finding } from '../src/engine/model/analysis.ts';
import type { RunningServer } from '../src/server/lifecycle.ts';
import type { Incident } from '../src/services/memory/incident.ts';
import type { ShownObject } from '../src/services/inventory/present.ts';
import { openDatabase } from '../src/store/database.ts';
import { openMotoAccount, type MotoAccount } from '../testkit/app-world.ts';
import { dumpOf, filesBelow } from '../testkit/canaries/dump.ts';
import { openCloud, type Cloud } from '../testkit/estate/cloud.ts';
import { openWorkspace, terraform } from '../testkit/estate/terraform.ts';
import { askAt, finished, ownKey, serverEnv, type Ask } from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';
import { startHere } from '../testkit/start-here.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const BUCKET = 'acme-states';
/** Values that nobody may see: of a parameter, and of a tag that says so. */
const CANARIES = ['canary-of-a-parameter-7Qz', 'canary-of-a-tag-9Xw'];

/** The process of the analysis that runs in a server. */
async function workerOf(server: number): Promise<number> {
  const children = (await readFile(`/proc/${server}/task/${server}/children`, 'utf8')).trim().split(' ');
  for (const pid of children)
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('server/worker')) return Number(pid);
  throw new Error('no analysis is running');
}

describe.skipIf(await missing('moto', 'aws-provider', 'terraform'))('an inventory of a server, on moto', () => {
  const stack = new AsyncDisposableStack();
  const said: string[] = [];
  let account: MotoAccount;
  let cloud: Cloud;
  let dir: string;
  let server: RunningServer;
  let ask: Ask;
  let org: string;

  const get = async <T>(path: string): Promise<T> => {
    const { body } = await ask('GET', path);
    said.push(JSON.stringify(body));
    return body as T;
  };
  /** An analysis with an inventory. */
  const take = async (): Promise<Analysis> => {
    const { status, body } = await ask('POST', `/orgs/${org}/analyses`, { unmanaged: true }, ownKey());
    expect(status).toBe(202);
    const analysis = await finished(ask, String(body.id));
    said.push(JSON.stringify(analysis));
    return analysis;
  };
  const objects = (query = '?class=open') => get<ShownObject[]>(`/orgs/${org}/inventory/objects${query}`);
  const names = async (query: string) => (await objects(query)).map(({ name }) => name);
  const incidents = () => get<Incident[]>(`/orgs/${org}/incidents?kind=unmanaged`);
  const findings = ({ id }: Analysis) => get<Finding[]>(`/analyses/${id}/findings?kind=unmanaged`);
  // The emulator's own default is larger than this version of the provider accepts.
  const Attributes = { MaximumMessageSize: '262144' };
  const makeQueue = (QueueName: string, tags = {}) =>
    cloud.json({ service: 'sqs' }, 'AmazonSQS.CreateQueue', { QueueName, Attributes, tags });

  async function put(Key: string, Body: string): Promise<void> {
    const s3 = new S3Client({ ...account.account, forcePathStyle: true });
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
    s3.destroy();
  }

  beforeAll(async () => {
    dir = stack.use(await temporaryDirectory()).path;
    account = await openMotoAccount(stack);
    cloud = openCloud(account.account.endpoint, new Map());
    await account.createBucket(BUCKET);
    await account.apply(BUCKET, 'app.tfstate', [
      { type: 'aws_sqs_queue', name: 'jobs', config: { name: 'jobs' } },
      { type: 'aws_security_group', name: 'web', config: { name: 'web', description: 'web', vpc_id: account.vpc } },
    ]);
    await makeQueue('by-hand-before');
    server = await startHere({
      ...serverEnv(join(dir, 'data')),
      ...account.env,
      HOME: process.env.HOME ?? dir,
      PLUMBLINE_LOG_LEVEL: 'silent',
    });
    stack.defer(() => server.stop());
    ask = askAt(server.url);
    org = String((await ask('POST', '/orgs', { login: 'acme' })).body.id);
    const role = 'plumbline';
    const settings = { role_arn: `arn:aws:iam::123456789012:role/${role}`, state_bucket: BUCKET, region: 'us-east-1' };
    await ask('PATCH', `/orgs/${org}/aws`, { ...settings, schedule: 'off' });
    await account.createRole(role);
  });
  afterAll(() => stack.disposeAsync());

  test('takes the first inventory as the baseline, which nobody is alerted to', async () => {
    const analysis = await take();
    expect(analysis).toMatchObject({ status: 'completed', severity: 'none', findings: [] });
    expect(analysis.ai_summary).toContain('in no state, none of them new.');
    expect(await get(`/orgs/${org}/inventory`)).toMatchObject({
      latest: { analysis_id: analysis.id, baseline: true, error: null, at_most: false },
      running: null,
      new: 0,
      unread_states: [],
    });
    expect(await objects('?type=aws_sqs_queue')).toMatchObject([
      { class: 'unmanaged', name: 'by-hand-before', new: false, import: { status: 'proven' } },
    ]);
    expect(await incidents()).toEqual([]);
    const { calls } = await get<{ calls: number }>(`/analyses/${analysis.id}/calls`);
    expect(calls).toBeGreaterThan(100);
  });

  test('opens incidents for what is made by hand afterwards, the worst first', async () => {
    await makeQueue('by-hand-after', { password: CANARIES[1] });
    await cloud.json({ service: 'ssm' }, 'AmazonSSM.PutParameter', {
      Name: '/by-hand/secret',
      Type: 'String',
      Value: CANARIES[0],
    });
    const groups = await cloud.query({ service: 'ec2' }, 'DescribeSecurityGroups', {
      'Filter.1.Name': 'group-name',
      'Filter.1.Value.1': 'web',
    });
    const GroupId = /<groupId>(sg-\w+)<\/groupId>/.exec(groups)?.[1] ?? '';
    await cloud.query({ service: 'ec2' }, 'AuthorizeSecurityGroupIngress', {
      GroupId,
      'IpPermissions.1.IpProtocol': 'tcp',
      'IpPermissions.1.FromPort': '22',
      'IpPermissions.1.ToPort': '22',
      'IpPermissions.1.IpRanges.1.CidrIp': '0.0.0.0/0',
    });
    const analysis = await take();
    const found = await findings(analysis);
    expect(found.map(({ severity, type }) => [severity, type])).toEqual([
      ['critical', 'aws_vpc_security_group_ingress_rule'],
      ['low', 'aws_sqs_queue'],
      ['low', 'aws_ssm_parameter'],
    ]);
    expect(found[0]).toMatchObject({
      kind: 'unmanaged',
      resource: '',
      state_key: 'app.tfstate',
      class: 'added',
      parent: { resource: 'aws_security_group.web' },
      incident_id: expect.any(String),
    });
    // Drift is counted as before: the group, whose rule it is, and nothing else.
    expect(analysis.findings.map(({ resource }) => resource)).toEqual(['aws_security_group.web']);
    expect(analysis.counts.changed).toBe(1);
    expect((await incidents()).map(({ severity, status }) => `${severity} ${status}`).toSorted()).toEqual([
      'critical open',
      'low open',
      'low open',
    ]);
    expect(analysis.ai_summary).toContain('3 new.');
  });

  test('goes on after its process was killed, and stores nothing twice', async () => {
    const before = (await incidents()).map(({ id }) => id).toSorted();
    const { body } = await ask('POST', `/orgs/${org}/analyses`, { unmanaged: true }, ownKey());
    const running = async () => (await get<{ running: { objects: number } | null }>(`/orgs/${org}/inventory`)).running;
    await expect
      .poll(running, { timeout: 60_000, interval: 50 })
      .toMatchObject({ objects: expect.toSatisfy((n) => n > 0) });
    process.kill(await workerOf(process.pid), 'SIGKILL');
    const analysis = await finished(ask, String(body.id));
    expect(analysis.status).toBe('completed');
    expect((await get<{ latest: object }>(`/orgs/${org}/inventory`)).latest).toMatchObject({
      analysis_id: analysis.id,
      status: expect.stringMatching(/completed|partial/),
    });
    expect(await findings(analysis)).toHaveLength(3);
    expect((await incidents()).map(({ id }) => id).toSorted()).toEqual(before);
    expect((await incidents()).map(({ times_seen: times }) => times)).toEqual([2, 2, 2]);
    const all = (await objects('?limit=200')).map(({ type, cloud_id: id }) => `${type} ${id}`);
    expect(new Set(all).size).toBe(all.length);
  });

  test('resolves incidents once a state has the object, or nobody has', async () => {
    const [{ id }] = (await objects('?type=aws_sqs_queue&seen=new')) as [ShownObject];
    const written = await ask('POST', `/orgs/${org}/inventory/import`, { objects: [id] });
    said.push(JSON.stringify(written.body));
    expect(written.body).toMatchObject({ written: 1, left_out: [] });
    const source = join(dir, 'source');
    await mkdir(source);
    for (const { name, text } of written.body.files as { name: string; text: string }[])
      await writeFile(join(source, name), text);
    await mkdir(join(dir, 'imported'));
    const workspace = await openWorkspace(account.account.endpoint, join(dir, 'imported'), source);
    workspace.env.AWS_REGION = 'us-east-1';
    const variables = (written.body.variables as string[]).map((name) => `-var=${name}=${CANARIES[1]}`);
    await terraform(workspace, ['apply', '-auto-approve', '-input=false', ...variables]);
    await put('imported.tfstate', await readFile(workspace.statePath, 'utf8'));
    await cloud.json({ service: 'ssm' }, 'AmazonSSM.DeleteParameter', { Name: '/by-hand/secret' });

    const analysis = await take();
    const ends = (await incidents()).map(({ type, status, resolution }) => `${type} ${status} ${resolution}`);
    expect(ends.toSorted()).toEqual([
      'aws_sqs_queue resolved codified',
      'aws_ssm_parameter resolved reverted',
      'aws_vpc_security_group_ingress_rule open null',
    ]);
    expect((await findings(analysis)).map(({ type }) => type)).toEqual(['aws_vpc_security_group_ingress_rule']);
    expect((await objects('?status=gone')).map(({ type, gone_as: as }) => `${type} ${as}`).toSorted()).toEqual([
      'aws_sqs_queue managed',
      'aws_ssm_parameter deleted',
    ]);
  });

  test('says that a number is an upper limit where a state could not be read, and refuses some states alone', async () => {
    const part = await ask('POST', `/orgs/${org}/analyses`, { unmanaged: true, state_prefix: 'app' });
    expect(part.status).toBe(422);
    // It manages a queue that the inventory sees and an alert would be wrong about.
    await put('imported.tfstate', 'no state');
    const before = (await incidents()).map(({ id, status }) => `${id} ${status}`);
    // It is no lower limit either: the emulator answers some lists with errors.
    expect(await take()).toMatchObject({ status: 'partial', ai_summary: expect.stringContaining('about 3 objects') });
    expect(await get(`/orgs/${org}/inventory`)).toMatchObject({
      latest: { status: 'partial', at_most: true },
      unread_states: ['imported.tfstate'],
    });
    expect(await names('?type=aws_sqs_queue')).toContain('by-hand-after');
    expect((await incidents()).map(({ id, status }) => `${id} ${status}`)).toEqual(before);
  });

  test('shows nothing of it to another organization', async () => {
    const other = await ask('POST', '/orgs', { login: 'rival' });
    const key = await ask('POST', `/orgs/${String(other.body.id)}/keys`, { name: 'rival', scopes: ['admin'] });
    const asRival = askAt(server.url, String(key.body.key));
    const [{ id }] = (await objects()) as [ShownObject];
    for (const path of ['', '/objects', `/objects/${id}`, '/listings', '/settings'])
      expect([path, (await asRival('GET', `/orgs/${org}/inventory${path}`)).status]).toEqual([path, 404]);
    expect((await asRival('GET', `/orgs/${String(other.body.id)}/inventory`)).body).toMatchObject({
      latest: null,
      open: 0,
      coverage: [],
    });
  });

  test('stores and answers no secret of an unmanaged object', async () => {
    const { id } = (await objects('?status=gone&type=aws_ssm_parameter'))[0] ?? {};
    await get(`/orgs/${org}/inventory/objects/${id}`);
    for (const one of await objects('')) await get(`/orgs/${org}/inventory/objects/${one.id}`);
    await server.stop();
    const data = join(dir, 'data');
    const store = await openDatabase({ dataDir: data });
    const dump = await dumpOf(store);
    await store.close();
    const places = [
      ...dump,
      ...[...(await filesBelow(data))].map(([name, bytes]) => [name, bytes.toString('latin1')] as const),
    ];
    expect(places.length).toBeGreaterThan(50);
    for (const canary of CANARIES) {
      expect(said.filter((text) => text.includes(canary))).toEqual([]);
      expect(places.filter(([, text]) => text.includes(canary)).map(([name]) => name)).toEqual([]);
    }
  });
});
