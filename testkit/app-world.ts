import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProviderFinder } from '../src/provider/find.ts';
import { openPlugin } from '../src/provider/process/plugin.ts';
import { applyEstate, type ApplyResource } from './apply.ts';
import { startStandInCloud } from './cloud/start.ts';
import type { Account } from './demo/aws-changes.ts';
import type { GitHub } from './github/start.ts';
import { askAt, OPERATOR_KEY, serverEnv, type Ask } from './instance.ts';
import { startMoto } from './moto.ts';
import { installSampleProvider } from './plugin/install.ts';
import { startHere } from './start-here.ts';
import { temporaryDirectory } from './tmp.ts';
import { noSandbox } from './plugin/sandbox.ts';

const SOURCE = 'registry.terraform.io/hashicorp/aws';
const REGION = 'us-east-1';
const KEYS = { accessKeyId: 'test', secretAccessKey: 'test' };

/** An AWS account on moto, with the real AWS provider to apply resources there as Terraform would. */
export async function openMotoAccount(stack: AsyncDisposableStack) {
  const dir = stack.use(await temporaryDirectory());
  const moto = await startMoto();
  stack.defer(() => moto.stop());
  const account: Account = { endpoint: moto.url, region: REGION, credentials: KEYS };
  const [iam, ec2] = [new IAMClient(account), new EC2Client(account)];
  const s3 = new S3Client({ ...account, forcePathStyle: true });
  for (const client of [iam, ec2, s3]) stack.defer(() => Promise.resolve(client.destroy()));
  const mirror = process.env.PLUMBLINE_PROVIDER_MIRROR;
  const found = await createProviderFinder({
    ...(mirror !== undefined && { mirror }),
    cacheDir: join(dir.path, 'providers'),
    env: process.env,
  })({ source: SOURCE });
  const plugin = await openPlugin(found, { childEnv: { AWS_ENDPOINT_URL: moto.url }, sandbox: noSandbox() });
  stack.defer(() => plugin.stop());
  const providerConfig = {
    region: REGION,
    access_key: KEYS.accessKeyId,
    secret_key: KEYS.secretAccessKey,
    s3_use_path_style: true,
    skip_credentials_validation: true,
    skip_metadata_api_check: 'true',
    max_retries: 3,
  };
  const { Vpcs = [] } = await ec2.send(new DescribeVpcsCommand({}));
  return {
    account,
    ec2,
    vpc: Vpcs[0]?.VpcId ?? '',
    /** The environment of a server that uses this account. */
    env: {
      AWS_ENDPOINT_URL: moto.url,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      ...(mirror !== undefined && { PLUMBLINE_PROVIDER_MIRROR: mirror }),
    },
    createBucket: (Bucket: string) => s3.send(new CreateBucketCommand({ Bucket })),
    /** Creates the resources, and writes the state as Terraform would. */
    async apply(Bucket: string, Key: string, resources: readonly ApplyResource[]): Promise<void> {
      const state = await applyEstate({ plugin, source: SOURCE, providerConfig, resources });
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(state) }));
    },
    /** Writes the state again with the next serial, as after an apply that changed nothing. */
    async rewrite(Bucket: string, Key: string): Promise<void> {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      const state = JSON.parse((await Body?.transformToString()) ?? '{}') as { serial: number };
      await s3.send(
        new PutObjectCommand({ Bucket, Key, Body: JSON.stringify({ ...state, serial: state.serial + 1 }) }),
      );
    },
    async createRole(RoleName: string): Promise<void> {
      const AssumeRolePolicyDocument = '{"Version":"2012-10-17","Statement":[]}';
      await iam.send(new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument }));
    },
  };
}

/** The sample cloud with its provider, for values that a real cloud would reject: it accepts any text in any place. */
export async function openSampleAccount(stack: AsyncDisposableStack) {
  const dir = stack.use(await temporaryDirectory());
  const mirror = join(dir.path, 'mirror');
  const installed = await installSampleProvider(mirror);
  const cloud = await startStandInCloud();
  stack.defer(() => cloud.stop());
  const s3 = new S3Client({ endpoint: cloud.url, region: REGION, credentials: KEYS, forcePathStyle: true });
  stack.defer(() => Promise.resolve(s3.destroy()));
  const plugin = await openPlugin(
    { ...installed, checksum: '', origin: 'the testkit' },
    { childEnv: {}, sandbox: noSandbox() },
  );
  stack.defer(() => plugin.stop());
  const { source } = installed;
  const providerConfig = { endpoint: cloud.url, region: REGION };
  return {
    env: {
      AWS_ENDPOINT_URL: cloud.url,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      PLUMBLINE_PROVIDER_MIRROR: mirror,
      PLUMBLINE_PROVIDERS: source,
      // This provider is a script of the checkout, and writes its log of calls there.
      PLUMBLINE_SANDBOX: 'off',
    },
    createBucket: (Bucket: string) => s3.send(new CreateBucketCommand({ Bucket })),
    /** Creates the resources, and writes the state as Terraform would. */
    async apply(Bucket: string, Key: string, resources: readonly ApplyResource[]): Promise<void> {
      const state = await applyEstate({ plugin, source, providerConfig, resources });
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(state) }));
    },
    /** Lists all objects of a type. */
    async objects(type: string): Promise<{ id: string; name: string }[]> {
      return (await (await fetch(`${cloud.url}/sample/${REGION}/${type}`)).json()) as { id: string; name: string }[];
    },
    /** Changes an object by hand. */
    async patch(type: string, id: string, change: object): Promise<void> {
      const init = { method: 'PATCH', body: JSON.stringify(change) };
      const answer = await fetch(`${cloud.url}/sample/${REGION}/${type}/${id}`, init);
      if (!answer.ok) throw new Error(`the sample cloud answered ${answer.status}`);
    },
    createRole(name: string, externalId: string): Promise<void> {
      return Promise.resolve(cloud.registerRole({ arn: roleArn(name), externalId }));
    },
  };
}

const roleArn = (name: string): string => `arn:aws:iam::123456789012:role/${name}`;

export type MotoAccount = Awaited<ReturnType<typeof openMotoAccount>>;

/** Starts a server as the App of an emulated GitHub, with a cloud account. From now on GitHub delivers events to it. */
export async function startAppServer(
  stack: AsyncDisposableStack,
  { github, aws, env = {} }: { github: GitHub; aws: { env: Record<string, string> }; env?: Record<string, string> },
) {
  const dir = stack.use(await temporaryDirectory());
  const { HOME = '' } = process.env;
  // On its start the server requests missed deliveries from GitHub.
  const listening = Promise.withResolvers<string>();
  github.webhooks.to(async (delivery) => {
    const init = { method: 'POST', ...delivery };
    const answer = await fetch(`${await listening.promise}/api/v1/webhooks/github`, init);
    await answer.arrayBuffer();
    return answer.status;
  });
  const server = await startHere({
    ...serverEnv(join(dir.path, 'data')),
    // The AWS provider may be in a mirror below the home directory of the user who runs the tests.
    HOME,
    PLUMBLINE_LOG_LEVEL: 'silent',
    ...aws.env,
    ...github.env(),
    ...env,
  });
  stack.defer(() => server.stop());
  listening.resolve(server.url);
  const ask = askAt(server.url);
  return { url: server.url, ask, quiet: () => quiet(server.url, github) };
}

/** Connects an organization to a bucket, and accepts the claims of its repositories. No analyses are scheduled. */
export async function connectAws(
  ask: Ask,
  account: { createRole(name: string, externalId: string): Promise<void> },
  { org, bucket }: { org: string; bucket: string },
): Promise<void> {
  const role = `plumbline-${org}`;
  const body = { role_arn: roleArn(role), state_bucket: bucket, region: REGION, schedule: 'off' };
  const { status, body: answer } = await ask('PATCH', `/orgs/${org}/aws`, body);
  if (status !== 200) throw new Error(`the organization's cloud is not taken: ${JSON.stringify(answer)}`);
  await account.createRole(role, String(answer.external_id));
  const proposed = await ask('GET', `/orgs/${org}/state-claims?status=proposed&limit=100`);
  const claims = (proposed.body as unknown as { id: string }[]).map(({ id }) => id);
  if (claims.length === 0) throw new Error('no repository claims a state: wait until they were read');
  const accepted = await ask('POST', `/orgs/${org}/state-claims/accept`, { claims });
  if (accepted.status !== 200) throw new Error(`the claims are not accepted: ${JSON.stringify(accepted.body)}`);
}

const PATIENCE_MS = 90_000;

/**
 * Waits until no job waits or runs, and the events about the App's own writing are processed, too. Throws an error that
 * names the busy queues if that takes too long.
 */
async function quiet(url: string, github: GitHub): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, accept: 'text/plain' };
  const end = performance.now() + PATIENCE_MS;
  // A job that ends may have sent another job.
  for (let still = 0; still < 2;) {
    await github.settled();
    const text = await (await fetch(`${url}/api/v1/metrics`, { headers })).text();
    const told = text.match(/^plumbline_queue_jobs\{queue="\w+",state="(?:waiting|active)"\} \d+$/gm) ?? [];
    const busy = told.filter((line) => !line.endsWith(' 0'));
    if (performance.now() > end) throw new Error(`there is no rest: ${busy.join(', ')}`);
    // If the database did not answer in time, the state of its queues is unknown.
    still = told.length > 0 && busy.length === 0 ? still + 1 : 0;
    await sleep(still === 0 ? 50 : 10);
  }
}
