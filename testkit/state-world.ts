import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startStandInCloud } from './cloud/start.ts';
import { readCalls } from './plugin/fake/control.ts';
import { installFakeProvider } from './plugin/install.ts';
import type { StateDocument } from './state-document.ts';

const REGION = 'us-east-1';
const ROLE = 'arn:aws:iam::123456789012:role/plumbline';
const roleNamed = (name: string): string => `arn:aws:iam::123456789012:role/${name}`;
const BUCKET = 'acme-terraform-state';

/**
 * A bucket of states on the stand-in cloud, with the fake provider for their resources, for servers in separate
 * processes. `reads` are the ids of the instances that were read, in order.
 */
export async function openStateWorld(directory: string) {
  const mirror = join(directory, 'mirror');
  const control = join(directory, 'control');
  await mkdir(control, { recursive: true });
  const installed = await installFakeProvider(mirror, { control });
  const cloud = await startStandInCloud();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const s3 = new S3Client({ endpoint: cloud.url, region: REGION, credentials, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return {
    control,
    bucket: BUCKET,
    s3,
    env: {
      AWS_ENDPOINT_URL: cloud.url,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      PLUMBLINE_PROVIDER_MIRROR: mirror,
      PLUMBLINE_PROVIDERS: installed.source,
      // This provider is a script of the checkout, and writes its log of calls there.
      PLUMBLINE_SANDBOX: 'off',
    },
    settings: { role_arn: ROLE, state_bucket: BUCKET, state_prefix: '', region: REGION },
    async createRole(externalId: string) {
      cloud.registerRole({ arn: ROLE, externalId });
    },
    /** Creates a role, for worlds of several organizations with one role each. `settingsFor` returns its settings. */
    createRoleNamed(name: string, externalId: string) {
      cloud.registerRole({ arn: roleNamed(name), externalId });
    },
    settingsFor: (name: string, prefix: string) => ({
      role_arn: roleNamed(name),
      state_bucket: BUCKET,
      state_prefix: prefix,
      region: REGION,
    }),
    async put(key: string, state: StateDocument | string) {
      const body = typeof state === 'string' ? state : JSON.stringify(state, null, 2);
      await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: body }));
    },
    reads: async () =>
      (await readCalls(control)).filter(({ call }) => call === 'ReadResource').map(({ id = '' }) => id),
    async close() {
      s3.destroy();
      await cloud.stop();
    },
  };
}
