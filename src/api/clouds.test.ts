import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { awsCloud } from '../server/compose-aws.ts';
import { readConfig } from '../server/config/config.ts';
import type { Store } from '../store/database.ts';

const ROLE = 'arn:aws:iam::123456789012:role/plumbline';

describe.each(await databases())('the cloud configuration on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let acme: { id: string; key: string };

  beforeAll(async () => {
    store = await open();
    // Nobody listens there: the account of the server's credentials cannot be found out, and must not be needed.
    const config = readConfig({
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    });
    api = await testApi(store, [awsCloud(config)]);
    acme = await api.organization('acme', 'admin');
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  const patch = (body: unknown) => api.call('PATCH', `/orgs/${acme.id}/aws`, { key: acme.key, body });

  test('keeps absent fields, clears null ones, and never changes the external id', async () => {
    const before = (await api.call('GET', `/orgs/${acme.id}/aws`, { key: acme.key })).json<Record<string, unknown>>();
    expect(before).toMatchObject({
      role_arn: null,
      state_bucket: null,
      external_id: expect.stringMatching(/^plumbline-/),
    });
    await patch({ role_arn: ROLE, state_bucket: 'acme-states', state_prefix: 'prod/', region: 'eu-west-1' });
    const after = (await patch({ state_prefix: null })).json<Record<string, unknown>>();
    expect(after).toMatchObject({
      role_arn: ROLE,
      state_bucket: 'acme-states',
      state_prefix: null,
      region: 'eu-west-1',
      external_id: before.external_id,
    });
    expect(JSON.stringify(after.trust_policy)).toContain(String(before.external_id));
    expect(JSON.stringify(after.permission_policy)).toContain('acme-states');
    expect((await patch({ external_id: 'mine' })).statusCode).toBe(422);
  });

  test.each([
    ['role_arn', 'arn:aws:iam::123:role/x'],
    ['role_arn', 'arn:aws:iam::123456789012:user/x'],
    ['state_bucket', 'Not_A_Bucket'],
    ['state_bucket', 'a/../b'],
    ['state_prefix', 'x\u0000y'],
    ['region', 'moon'],
    ['region', 7],
    ['account_role_arn', 'arn:aws:iam::123456789012:role/plumbline'],
    ['account_role_arn', 'arn:aws:iam::{account}:user/plumbline'],
    ['account_role_arn', 'arn:aws:iam::{account}{account}:role/plumbline'],
    ['accounts', '123456789012'],
    ['provider_settings', []],
  ])('rejects a %s of %j with one reason', async (field, value) => {
    const answer = await patch({ [field]: value });
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: `/${field}` }] });
  });

  test('explains the format where the bucket is an address, or the role for all accounts names one', async () => {
    const sent = {
      state_bucket: 's3://acme-tfstate/prod',
      account_role_arn: 'arn:aws:iam::123456789012:role/plumbline',
    };
    expect((await patch(sent)).json()).toMatchObject({
      errors: [
        { path: '/state_bucket', message: expect.stringContaining('Only the name of the bucket') },
        {
          path: '/account_role_arn',
          message: expect.stringMatching(/with \{account\} in the place of its id; [^`_]* \(/),
        },
      ],
    });
  });

  test('keeps, shows and clears a role for other accounts and settings of providers', async () => {
    const more = {
      account_role_arn: 'arn:aws:iam::{account}:role/plumbline',
      accounts: ['210987654321', '333333333333'],
      secret_values: true,
      provider_settings: {
        '*': { ignore_tags: { keys: ['cost-center'], key_prefixes: ['kubernetes.io/'] } },
        'aws.west': { default_tags: { team: 'payments' } },
      },
    };
    expect((await patch(more)).json()).toMatchObject(more);
    const state_key_arn = 'arn:aws:kms:eu-west-1:123456789012:key/8d3c7a52';
    expect((await patch({ state_key_arn })).json()).toMatchObject({ ...more, state_key_arn });
    expect((await patch({ region: null })).json()).toMatchObject(more);
    expect((await api.call('GET', `/orgs/${acme.id}/aws`, { key: acme.key })).json()).toMatchObject(more);
    const cleared = { state_key_arn: null, account_role_arn: null, accounts: null, provider_settings: null };
    expect((await patch({ ...cleared, secret_values: null })).json()).toMatchObject({
      ...cleared,
      secret_values: false,
    });
  });

  test.each([
    { accounts: ['12345678901'] },
    { accounts: ['123456789012', '123456789012'] },
    { provider_settings: { 'aws west': {} } },
    { provider_settings: { aws: { ignore_tags: { keys: [''] } } } },
    { provider_settings: { aws: { ignore_tags: { key_prefixes: [''] } } } },
    { provider_settings: { aws: { region: 'eu-west-1' } } },
    { provider_settings: { aws: { default_tags: { 'team\u0000': 'x' } } } },
  ])('rejects %j', async (body) => {
    expect(await patch(body)).toMatchObject({ statusCode: 422 });
  });

  test('names the missing settings in analyses and verify', async () => {
    const { id, key } = await api.organization('bare', 'write');
    const asked = await api.call('POST', `/orgs/${id}/analyses`, { key, body: {} });
    expect(asked.json()).toMatchObject({
      status: 409,
      code: 'not_configured',
      detail: expect.stringContaining('role_arn and state_bucket'),
    });
    expect((await api.call('GET', '/aws/verify', { key })).json()).toMatchObject({
      status: 409,
      code: 'not_configured',
    });
    expect((await api.call('GET', '/aws/verify', { key: api.operatorKey })).json()).toMatchObject({ status: 422 });
  });
});
