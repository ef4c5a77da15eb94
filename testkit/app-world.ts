import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProviderFinder } from '../src/provider/find.ts';
import { openPlugin } from '../src/provider/plugin.ts';
import { startServer } from '../src/server/lifecycle.ts';
import { applyEstate, type ApplyResource } from './apply.ts';
import type { Account } from './demo/aws-changes.ts';
import type { GitHub } from './github/start.ts';
import { askAt, OPERATOR_KEY, serverEnv, type Ask } from './instance.ts';
import { startMoto } from './moto.ts';
import { temporaryDirectory } from './tmp.ts';

const SOURCE = 'registry.terraform.io/hashicorp/aws';
const REGION = 'us-east-1';
const KEYS = { accessKeyId: 'test', secretAccessKey: 'test' };

/** AWS as moto emulates it, with AWS's own provider to apply things there as Terraform would. */
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
  const plugin = await openPlugin(found, { childEnv: { AWS_ENDPOINT_URL: moto.url } });
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
    /** What a server needs to reach it. */
    env: {
      AWS_ENDPOINT_URL: moto.url,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      ...(mirror !== undefined && { PLUMBLINE_PROVIDER_MIRROR: mirror }),
    },
    createBucket: (Bucket: string) => s3.send(new CreateBucketCommand({ Bucket })),
    /** Creates the resources, and writes the state that Terraform would have written. */
    async apply(Bucket: string, Key: string, resources: readonly ApplyResource[]): Promise<void> {
      const state = await applyEstate({ plugin, source: SOURCE, providerConfig, resources });
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(state) }));
    },
    /** A role that may be assumed. Answers its ARN. */
    async createRole(RoleName: string): Promise<string> {
      const AssumeRolePolicyDocument = '{"Version":"2012-10-17","Statement":[]}';
      const { Role } = await iam.send(new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument }));
      return Role?.Arn ?? '';
    },
  };
}

export type MotoAccount = Awaited<ReturnType<typeof openMotoAccount>>;

/** A server that is the App of a GitHub, and looks at an account; GitHub's events reach it from now on. */
export async function startAppServer(
  stack: AsyncDisposableStack,
  { github, aws, env = {} }: { github: GitHub; aws?: Pick<MotoAccount, 'env'>; env?: Record<string, string> },
) {
  const dir = stack.use(await temporaryDirectory());
  const { HOME = '' } = process.env;
  // It asks for what it has missed as soon as it runs.
  const listening = Promise.withResolvers<string>();
  github.webhooks.to(async (delivery) => {
    const init = { method: 'POST', ...delivery };
    const answer = await fetch(`${await listening.promise}/api/v1/webhooks/github`, init);
    await answer.arrayBuffer();
    return answer.status;
  });
  const server = await startServer({
    env: {
      ...serverEnv(join(dir.path, 'data')),
      // The AWS provider may lie in one of the mirrors of the user who runs the tests.
      HOME,
      PLUMBLINE_LOG_LEVEL: 'silent',
      ...aws?.env,
      ...github.env(),
      ...env,
    },
  });
  stack.defer(() => server.stop());
  listening.resolve(server.url);
  const ask = askAt(server.url);
  return { url: server.url, ask, quiet: () => quiet(server.url, github) };
}

/** Has an organization look at a bucket of the account; nothing is scheduled. */
export async function connectAws(ask: Ask, aws: MotoAccount, given: { org: string; bucket: string }): Promise<void> {
  const role_arn = await aws.createRole(`plumbline-${given.org}`);
  const body = { role_arn, state_bucket: given.bucket, region: REGION, schedule: 'off' };
  const { status, body: answer } = await ask('PATCH', `/orgs/${given.org}/aws`, body);
  if (status !== 200) throw new Error(`the organization's cloud is not taken: ${JSON.stringify(answer)}`);
}

/** Waits until no job waits or runs any more, and what GitHub tells of our own writing was taken in too. */
async function quiet(url: string, github: GitHub): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, accept: 'text/plain' };
  // A job that ends may have made another one.
  for (let still = 0; still < 2;) {
    await github.settled();
    const text = await (await fetch(`${url}/api/v1/metrics`, { headers })).text();
    const busy = text.matchAll(/^plumbline_queue_jobs\{queue="\w+",state="(?:waiting|active)"\} (\d+)$/gm);
    still = [...busy].every(([, jobs]) => jobs === '0') ? still + 1 : 0;
    await sleep(still === 0 ? 50 : 10);
  }
}
