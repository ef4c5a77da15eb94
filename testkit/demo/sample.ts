import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import type { DemoWorld, WorldOptions } from '../../src/cli/demo/world.ts';
import { openPlugin } from '../../src/provider/process/plugin.ts';
import { applyEstate } from '../apply.ts';
import { startStandInCloud } from '../cloud/start.ts';
import { installSampleProvider, type Installed } from '../plugin/install.ts';
import type { StateDocument } from '../state-document.ts';
import { readPolicy, SAMPLE_ESTATE } from './sample-estate.ts';
import { noSandbox } from '../plugin/sandbox.ts';

const REGION = 'us-east-1';
const ROLE = 'arn:aws:iam::123456789012:role/plumbline';
const BUCKET = 'acme-terraform-state';
const KEY = 'shop/production.tfstate';

async function apply(installed: Installed, endpoint: string): Promise<StateDocument> {
  const { source } = installed;
  const plugin = await openPlugin(
    { ...installed, checksum: '', origin: 'the testkit' },
    { childEnv: {}, sandbox: noSandbox() },
  );
  try {
    return await applyEstate({
      plugin,
      source,
      providerConfig: { endpoint, region: REGION },
      resources: SAMPLE_ESTATE,
    });
  } finally {
    await plugin.stop();
  }
}

async function store(state: string, endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const s3 = new S3Client({ endpoint, region: REGION, credentials, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
  await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: KEY, Body: state }));
  s3.destroy();
}

/** Changes made in a hurry by hand. Returns a line of text for each. */
async function meddle(endpoint: string): Promise<string[]> {
  const call = async (method: string, type: string, id = '', body?: JsonObject): Promise<unknown> => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await fetch(`${endpoint}/sample/${REGION}/${type}${id && `/${id}`}`, init);
    if (!response.ok) throw new Error(`the sample cloud answered ${response.status}: ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
  const idOf = async (type: string, name: string): Promise<string> => {
    const objects = (await call('GET', type)) as { id: string; name: string }[];
    return objects.find((object) => object.name === name)?.id ?? '';
  };
  const patch = async (type: string, name: string, change: JsonObject) => {
    await call('PATCH', type, await idOf(type, name), change);
  };
  const https = {
    direction: 'in',
    protocol: 'tcp',
    from_port: 443,
    to_port: 443,
    cidrs: ['0.0.0.0/0'],
    description: 'https',
  };
  const ssh = { ...https, from_port: 22, to_port: 22, description: '' };
  await patch('firewall', 'shop-web', { rule: [https, ssh] });
  await patch('bucket', 'acme-invoices', { policy: readPolicy('*'), versioning: false });
  await patch('role', 'shop-app', { policies: ['read-orders', 'everything'] });
  await call('DELETE', 'queue', await idOf('queue', 'shop-refunds'));
  await patch('database', 'orders', { password: 'hunter2', deletion_protection: false });
  await patch('network', 'shop-2', { tags: { owner: 'someone-else' } });
  return [
    'opened port 22 of the web firewall to the world',
    'let everybody read the invoices bucket, and switched its versioning off',
    'gave the role of the application the right to everything',
    'deleted the queue for refunds',
    'changed the password of the database and took its deletion protection away',
    'put another owner on a network',
  ];
}

/** Starts the stand-in cloud with the sample provider. Both are part of the testkit and need nothing else. */
export async function openSampleWorld({ directory }: WorldOptions): Promise<DemoWorld> {
  const mirror = join(directory, 'mirror');
  const installed = await installSampleProvider(mirror);
  // A second role beside the demo's own: its trust policy lacks the external ID.
  const cloud = await startStandInCloud({ roles: [{ arn: `${ROLE}-unguarded` }] });
  return {
    provider: `${installed.source} ${installed.version}, a sample that comes along`,
    cloud: `a small one that comes along, with S3 and STS, ${cloud.url}`,
    env: {
      AWS_ENDPOINT_URL: cloud.url,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      PLUMBLINE_PROVIDER_MIRROR: mirror,
      PLUMBLINE_PROVIDERS: installed.source,
      // This provider is a script of the checkout and keeps its calls there.
      PLUMBLINE_SANDBOX: 'off',
    },
    settings: { role_arn: ROLE, state_bucket: BUCKET, state_prefix: 'shop/', region: REGION },
    providerSettings: {
      provider: installed.source,
      config: { endpoint: cloud.url, region: REGION },
      reach: [new URL(cloud.url).host],
    },
    async apply(put = (state) => store(state, cloud.url)) {
      await put(JSON.stringify(await apply(installed, cloud.url), null, 2));
      return SAMPLE_ESTATE.length;
    },
    meddle: () => meddle(cloud.url),
    async createRole(externalId) {
      cloud.registerRole({ arn: ROLE, externalId });
    },
    close: () => cloud.stop(),
  };
}
