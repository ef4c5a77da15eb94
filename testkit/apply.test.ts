import { describe, expect, test } from 'vitest';
import { GetBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { createProviderFinder } from '../src/provider/find.ts';
import { applyEstate, type ApplyOptions, type ApplyResource } from './apply.ts';
import { startStandInCloud } from './cloud/start.ts';
import { startMoto } from './moto.ts';
import { missing } from './needs.ts';
import { readCalls } from './plugin/fake/control.ts';
import { installFakeProvider, installSampleProvider } from './plugin/install.ts';
import { opened } from './plugin/open.ts';
import { temporaryDirectory } from './tmp.ts';

/** Applies resources of the fake provider. */
async function fakes(resources: ApplyResource[], more: Partial<ApplyOptions> = {}) {
  await using dir = await temporaryDirectory();
  const installed = await installFakeProvider(dir.path, { control: dir.path });
  await using plugin = await opened(installed);
  const { source } = installed;
  const state = await applyEstate({ plugin, source, providerConfig: { region: 'r' }, resources, ...more });
  return { state, calls: (await readCalls(dir.path)).map(({ call }) => call) };
}

test('writes provider, alias, module, keys and dependencies into the state', async () => {
  const resources: ApplyResource[] = [
    { type: 'fake_thing', name: 'a', indexKey: 'k"', module: 'module.m', config: { name: 'a', secret: 's' } },
    {
      type: 'fake_server',
      name: 'b',
      config: async (of) => ({ name: 'b', note: (await of(String.raw`module.m.fake_thing.a["k\""]`))['id'] ?? null }),
    },
    { type: 'fake_server', name: 'c', config: async (of) => ({ name: (await of('fake_server.b'))['note'] ?? null }) },
  ];
  const { state } = await fakes(resources, { alias: 'west', serial: 7, lineage: 'l', terraformVersion: '1.9.0' });
  expect(state).toMatchObject({ version: 4, serial: 7, lineage: 'l', terraform_version: '1.9.0' });
  expect(state.resources.map(({ provider, module, name, instances }) => [provider, module, name, instances])).toEqual([
    [
      'provider["plumbline.dev/testkit/fake"].west',
      undefined,
      'b',
      [expect.objectContaining({ dependencies: ['module.m.fake_thing.a'] })],
    ],
    [
      'provider["plumbline.dev/testkit/fake"].west',
      undefined,
      'c',
      [expect.objectContaining({ dependencies: ['fake_server.b', 'module.m.fake_thing.a'] })],
    ],
    [
      'provider["plumbline.dev/testkit/fake"].west',
      'module.m',
      'a',
      [expect.objectContaining({ index_key: 'k"', schema_version: 2, private: expect.any(String) })],
    ],
  ]);
  expect(state.resources[1]?.instances[0]?.attributes).toMatchObject({ id: 'server-thing-a' });
});

test('passes write-only values to the provider, but not to the state', async () => {
  const config = { name: 'a', secret_wo: 'w', listeners: [{ port: 1, key_wo: 'n' }] };
  const { state } = await fakes([{ type: 'fake_thing', name: 'a', config }]);
  const written = { secret_wo: null, listeners: [{ port: 1, protocol: null, key_wo: null }] };
  expect(state.resources[0]?.instances[0]?.attributes).toMatchObject(written);
});

test('reads every instance once more after all are created, unless that is disabled', async () => {
  const resources = ['a', 'b'].map((name) => ({ type: 'fake_server', name, config: { name } }));
  const made = [...Array<string>(2).fill('PlanResourceChange'), ...Array<string>(2).fill('ApplyResourceChange')];
  const start = ['GetProviderSchema', 'ConfigureProvider'];
  const { calls } = await fakes(resources);
  expect(calls.slice(-2)).toEqual(['ReadResource', 'ReadResource']);
  expect(calls.toSorted()).toEqual([...start, ...made, 'ReadResource', 'ReadResource'].toSorted());
  expect((await fakes(resources, { refresh: false })).calls.toSorted()).toEqual([...start, ...made].toSorted());
});

test('names the instance of an error', async () => {
  const one = (config: ApplyResource['config'], type = 'fake_server') => fakes([{ type, name: 'x', config }]);
  await expect(one({ name: 'x', on_apply: ['error:no quota'] })).rejects.toThrow(
    'fake_server.x: the creation failed: no quota',
  );
  await expect(one({ name: 'x', on_plan: ['error:bad'] })).rejects.toThrow('fake_server.x: the plan failed: bad');
  await expect(one({ name: 'x', on_read: ['deleted'] })).rejects.toThrow('fake_server.x: it is gone');
  await expect(one({ nam: 'x' })).rejects.toThrow('nam');
  await expect(one({ name: 'x' }, 'fake_none')).rejects.toThrow('no resource type fake_none');
  await expect(one(async (of) => of('fake_server.later'))).rejects.toThrow('fake_server.later does not come before it');
  await expect(fakes([], { providerConfig: { region: '' } })).rejects.toThrow('the configuration was refused');
});

test('applies a thousand resources within the limit of concurrent calls', async () => {
  await using dir = await temporaryDirectory();
  const cloud = await startStandInCloud();
  try {
    const installed = await installSampleProvider(dir.path);
    await using plugin = await opened(installed);
    let [under, most] = [0, 0];
    const counted: typeof plugin = {
      ...plugin,
      async call(...args) {
        most = Math.max(most, ++under);
        return plugin.call(...args).finally(() => under--);
      },
    };
    const network: ApplyResource = { type: 'sample_network', name: 'n', config: { name: 'n', cidr: '10.0.0.0/8' } };
    const resources = Array.from({ length: 1000 }, (_, indexKey): ApplyResource => ({
      type: 'sample_firewall',
      name: 'f',
      indexKey,
      config: async (of) => ({ name: `f${indexKey}`, network_id: (await of('sample_network.n'))['id'] ?? null }),
    }));
    const providerConfig = { endpoint: cloud.url, region: 'eu-1' };
    const options = { plugin: counted, source: installed.source, providerConfig, concurrency: 4 };
    const state = await applyEstate({ ...options, resources: [network, ...resources] });
    expect(state.resources.map(({ instances }) => instances.length)).toEqual([1000, 1]);
    expect(most).toBe(4);
  } finally {
    await cloud.stop();
  }
});

describe.skipIf(await missing('moto', 'aws-provider'))('hashicorp/aws on moto', () => {
  test('applies hashicorp/aws on moto, and writes the values that the provider reads', async () => {
    await using cache = await temporaryDirectory();
    const source = 'registry.terraform.io/hashicorp/aws';
    const found = await createProviderFinder({ cacheDir: cache.path, env: process.env })({ source });
    const moto = await startMoto();
    const keys = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_EC2_METADATA_DISABLED: 'true' };
    await using plugin = await opened(found, { ...keys, AWS_ENDPOINT_URL: moto.url });
    try {
      const state = await applyEstate({
        plugin,
        source,
        providerConfig: {
          region: 'eu-west-1',
          s3_use_path_style: true,
          skip_credentials_validation: true,
          skip_requesting_account_id: true,
          default_tags: [{ tags: { team: 'ops' } }],
        },
        resources: [
          { type: 'aws_vpc', name: 'main', config: { cidr_block: '10.0.0.0/16', tags: { Name: 'main' } } },
          ...[0, 1].map((indexKey): ApplyResource => ({
            type: 'aws_subnet',
            name: 'private',
            indexKey,
            config: async (of) => ({
              vpc_id: (await of('aws_vpc.main'))['id'] ?? null,
              cidr_block: `10.0.${indexKey}.0/24`,
            }),
          })),
          { type: 'aws_s3_bucket', name: 'logs', config: { bucket: 'plumbline-logs' } },
          {
            type: 'aws_s3_bucket_versioning',
            name: 'logs',
            config: async (of) => ({
              bucket: (await of('aws_s3_bucket.logs'))['id'] ?? null,
              versioning_configuration: [{ status: 'Enabled' }],
            }),
          },
          { type: 'aws_ssm_parameter', name: 'secret', config: { name: '/a', type: 'SecureString', value: 's3cret' } },
        ],
      });
      const instances = state.resources.flatMap(({ type, instances }) => instances.map((one) => ({ type, ...one })));
      expect(instances.map(({ type }) => type)).toEqual([
        'aws_s3_bucket',
        'aws_s3_bucket_versioning',
        'aws_ssm_parameter',
        'aws_subnet',
        'aws_subnet',
        'aws_vpc',
      ]);
      expect(instances[5]).toMatchObject({
        schema_version: 1,
        attributes: { tags: { Name: 'main' }, tags_all: { Name: 'main', team: 'ops' } },
      });
      // Read after its sibling was created: the bucket already shows it.
      expect(instances[0]?.attributes['versioning']).toMatchObject([{ enabled: true }]);
      expect(instances[2]?.sensitive_attributes).toContainEqual([{ type: 'get_attr', value: 'value' }]);
      const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
      const s3 = new S3Client({ endpoint: moto.url, region: 'eu-west-1', forcePathStyle: true, credentials });
      const versioning = await s3.send(new GetBucketVersioningCommand({ Bucket: 'plumbline-logs' }));
      expect(versioning.Status).toBe('Enabled');
    } finally {
      await moto.stop();
    }
  });
});
