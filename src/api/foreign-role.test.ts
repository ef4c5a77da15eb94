import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { startStandInCloud, type StandInCloud } from '../../testkit/cloud/start.ts';
import { databases } from '../../testkit/database.ts';
import { awsCloud } from '../server/compose-aws.ts';
import { readConfig } from '../server/config/config.ts';
import { usableSettings } from '../services/clouds/settings.ts';
import type { CloudPort } from '../services/clouds/port.ts';
import type { Store } from '../store/database.ts';
import { getCloudConfig, saveCloudConfig } from '../store/queries/cloud-configs.ts';
import { ADMIN_FIELDS } from '../services/clouds/guards.ts';
import { CloudPatch } from './routes/clouds.ts';
import { scoped } from '../store/scope.ts';

const OTHERS_ROLE = 'arn:aws:iam::222222222222:role/of-acme';
const OWN_ROLE = 'arn:aws:iam::333333333333:role/of-mallory';
const BUCKET = 'states-of-acme';
const reason = 'The vendor cannot change the trust policy.';

describe.each(await databases())('a role of another organization on $kind', ({ open }) => {
  let sts: StandInCloud;
  let store: Store;
  let cloud: CloudPort;
  let api: TestApi;
  let id: string;
  let keys: { write: string; admin: string; operator: string };

  beforeAll(async () => {
    // Acme forgot the condition on sts:ExternalId, so that any organization of this server could use its role.
    sts = await startStandInCloud({ roles: [{ arn: OTHERS_ROLE }] });
    const s3 = new S3Client({
      endpoint: sts.url,
      region: 'eu-west-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'secret-project.tfstate', Body: '{"version":4}' }));
    s3.destroy();
    store = await open();
    const env = { AWS_ENDPOINT_URL: sts.url, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
    cloud = awsCloud(readConfig(env));
    api = await testApi(store, [cloud]);
    await api.organization('acme', 'admin');
    const mallory = await api.organization('mallory', 'write');
    id = mallory.id;
    const body = { name: 'admin', scopes: ['admin'] };
    const made = await api.call('POST', `/orgs/${id}/keys`, { key: api.operatorKey, body });
    keys = { write: mallory.key, admin: made.json<{ key: string }>().key, operator: api.operatorKey };
  });
  afterAll(async () => {
    await api.close();
    await store.close();
    await sts.stop();
  });

  const patch = async (who: keyof typeof keys, body: unknown) => {
    const answer = await api.call('PATCH', `/orgs/${id}/aws`, { key: keys[who], body });
    return answer.json<Record<string, unknown>>();
  };
  const verify = async () =>
    (await api.call('GET', `/aws/verify?org_id=${id}`, { key: keys.write })).json<{
      ok: boolean;
      checks: { name: string; code?: string }[];
    }>();
  const saved = () => getCloudConfig(scoped(store.db, { org_id: id }), 'aws');
  const opened = async () => cloud.open(await usableSettings({ store }, id, cloud), null);

  test('needs an admin key for the role and its bucket, and a write key for harmless fields', async () => {
    const refused = await patch('write', { role_arn: OTHERS_ROLE, state_bucket: BUCKET, region: 'eu-west-1' });
    expect(refused).toMatchObject({ status: 403, code: 'forbidden' });
    expect(refused.detail).toContain('role_arn, state_bucket needs the scope "admin"');
    expect((await saved())?.role_arn ?? null).toBeNull();
    const harmless = { region: 'eu-west-1', state_prefix: 'prod/', schedule: 'off', provider_settings: { aws: {} } };
    expect(await patch('write', harmless)).toMatchObject(harmless);
  });

  test.each(ADMIN_FIELDS)('requires admin to set or clear %s', async (field) => {
    expect(await patch('write', { [field]: null })).toMatchObject({
      status: 403,
      detail: expect.stringContaining(field),
    });
    expect(await patch('admin', { [field]: null })).toHaveProperty(field);
  });

  test('is refused to an admin, with advice, and cannot be accepted beside other organizations', async () => {
    const refused = await patch('admin', { role_arn: OTHERS_ROLE, state_bucket: BUCKET });
    expect(refused).toMatchObject({ status: 409, code: 'external_id_not_required' });
    expect(refused.detail).toContain('sts:ExternalId');
    const accepting = { role_arn: OTHERS_ROLE, external_id_override: { reason } };
    expect(await patch('admin', accepting)).toMatchObject({
      status: 403,
      detail: expect.stringContaining('operator key'),
    });
    expect(await saved()).toMatchObject({ role_arn: null, external_id_override: null });
  });

  test('is neither used nor read where it was stored before', async () => {
    await saveCloudConfig(scoped(store.db, { org_id: id }), 'aws', {
      role_arn: OTHERS_ROLE,
      state_bucket: BUCKET,
      state_prefix: null,
    });
    await expect(opened()).rejects.toMatchObject({ code: 'external_id_not_required' });
    const response = await verify();
    expect(response.ok).toBe(false);
    expect(response.checks.find(({ name }) => name === 'external_id')?.code).toBe('external_id_not_required');
    expect(JSON.stringify(response)).not.toContain('secret-project');
  });

  test('is used once the operator accepted it, with an audit line, until the role changes', async () => {
    const accepted = await patch('operator', { external_id_override: { reason } });
    expect(accepted.external_id_override).toMatchObject({ reason, by: 'The operator', at: expect.any(String) });
    await opened();
    const response = await verify();
    expect(response.ok).toBe(true);
    expect(JSON.stringify(response)).toContain(reason);
    const log = (await api.call('GET', `/orgs/${id}/audit`, { key: keys.admin })).json<Record<string, unknown>[]>();
    expect(log[0]).toMatchObject({
      action: 'cloud.save',
      detail: { external_id_override: { before: null, after: reason } },
    });
    expect(await patch('write', { region: 'eu-west-3' })).toMatchObject({ external_id_override: { reason } });

    const { external_id: externalId = '' } = (await saved()) ?? {};
    sts.registerRole({ arn: OWN_ROLE, externalId });
    expect(await patch('admin', { role_arn: OWN_ROLE })).toMatchObject({ external_id_override: null });
    await opened();
    expect(await patch('admin', { role_arn: OTHERS_ROLE })).toMatchObject({ status: 409 });
  });

  test('is not treated as guarded where the check fails', async () => {
    const { external_id: externalId = '' } = (await saved()) ?? {};
    const arn = `${OWN_ROLE}-busy`;
    sts.registerRole({ arn, externalId, refusesWith: { status: 400, code: 'RegionDisabledException' } });
    expect(await patch('admin', { role_arn: arn })).toMatchObject({ role_arn: arn });
    await expect(opened()).rejects.toMatchObject({
      code: 'source_unreachable',
      message: expect.stringContaining('could not be checked'),
    });
    expect((await verify()).ok).toBe(false);
  });

  test.each([
    ['', 422],
    ['  ', 422],
    ['x\u0007', 422],
    ['x'.repeat(501), 422],
  ])('rejects a reason of %j', async (given, status) => {
    expect(await patch('operator', { external_id_override: { reason: given } })).toMatchObject({ status });
  });

  test('rejects a reason without a role', async () => {
    const body = { role_arn: null, external_id_override: { reason } };
    expect(await patch('operator', body)).toMatchObject({ status: 422, errors: [{ path: '/external_id_override' }] });
  });
});

describe('the only organization of a server', () => {
  test('accepts such a role by its admin key', async () => {
    const [database] = await databases();
    await using sts = await startStandInCloud({ roles: [{ arn: OTHERS_ROLE }] }).then((cloud) =>
      Object.assign(cloud, { [Symbol.asyncDispose]: () => cloud.stop() }),
    );
    const env = { AWS_ENDPOINT_URL: sts.url, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
    const store = await database!.open();
    const api = await testApi(store, [awsCloud(readConfig(env))]);
    try {
      const { id, key } = await api.organization('alone', 'admin');
      const body = { role_arn: OTHERS_ROLE, external_id_override: { reason } };
      expect((await api.call('PATCH', `/orgs/${id}/aws`, { key, body })).json()).toMatchObject({
        role_arn: OTHERS_ROLE,
        external_id_override: { reason, by: expect.stringContaining('The key') },
      });
    } finally {
      await api.close();
      await store.close();
    }
  });
});

/** Settings that any key with write may change: they select the states and the schedule, and give no access. */
const HARMLESS = ['state_prefix', 'region', 'provider_settings', 'schedule'];

test('requires admin for every setting of the cloud but the harmless ones', () => {
  const fields = Object.keys(CloudPatch.properties);
  expect(fields.toSorted()).toEqual([...ADMIN_FIELDS, ...HARMLESS].toSorted());
  const sensitive = fields.filter((field) =>
    /arn|role|key|secret|bucket|account|token|password|credential/.test(field),
  );
  expect(sensitive.filter((field) => !ADMIN_FIELDS.includes(field))).toEqual([]);
});
