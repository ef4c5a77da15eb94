import { DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { join } from 'node:path';
import { Unavailable, type DemoWorld, type WorldOptions } from '../../src/cli/demo/world.ts';
import { createProviderFinder } from '../../src/provider/find.ts';
import { openPlugin } from '../../src/provider/process/plugin.ts';
import { ProviderProblem } from '../../src/provider/contract/problem.ts';
import type { FoundProvider } from '../../src/provider/contract/types.ts';
import { applyEstate } from '../apply.ts';
import { startMoto } from '../moto.ts';
import { meddleWithAws, type Account } from './aws-changes.ts';
import { awsEstate } from './aws-estate.ts';
import { guard } from './guard.ts';
import { findOrInstallMoto } from './moto-install.ts';
import { noSandbox } from '../plugin/sandbox.ts';
import type { StateDocument } from '../state-document.ts';

const SOURCE = 'registry.terraform.io/hashicorp/aws';
const REGION = 'us-east-1';
const ROLE = 'plumbline';
const BUCKET = 'acme-terraform-state';
const KEY = 'shop/production.tfstate';

async function findProvider({ env, directory }: WorldOptions): Promise<FoundProvider> {
  const mirror = env.PLUMBLINE_PROVIDER_MIRROR;
  const cacheDir = join(directory, 'providers');
  try {
    return await createProviderFinder({ ...(mirror ? { mirror } : {}), cacheDir, env })({ source: SOURCE });
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.code !== 'provider_not_found') throw error;
    throw new Unavailable("AWS's provider (hashicorp/aws) is in no Terraform mirror of this machine", { cause: error });
  }
}

async function defaultVpc(account: Account): Promise<string> {
  const ec2 = new EC2Client(account);
  const { Vpcs = [] } = await ec2.send(
    new DescribeVpcsCommand({ Filters: [{ Name: 'is-default', Values: ['true'] }] }),
  );
  ec2.destroy();
  return Vpcs[0]?.VpcId ?? '';
}

async function store(state: string, { endpoint, region, credentials }: Account): Promise<void> {
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
  await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: KEY, Body: state }));
  s3.destroy();
}

async function apply(provider: FoundProvider, account: Account): Promise<StateDocument> {
  const { endpoint, region, credentials } = account;
  const resources = awsEstate(await defaultVpc(account));
  const plugin = await openPlugin(provider, { childEnv: { AWS_ENDPOINT_URL: endpoint }, sandbox: noSandbox() });
  try {
    const providerConfig = {
      region,
      access_key: credentials.accessKeyId,
      secret_key: credentials.secretAccessKey,
      s3_use_path_style: true,
      skip_credentials_validation: true,
      skip_metadata_api_check: 'true',
      max_retries: 3,
    };
    return await applyEstate({ plugin, source: SOURCE, providerConfig, resources });
  } finally {
    await plugin.stop();
  }
}

/** Starts moto for AWS's own provider. Throws `Unavailable` if either of them is missing. */
export async function openAwsWorld(options: WorldOptions): Promise<DemoWorld> {
  const found = await findProvider(options);
  const program = await findOrInstallMoto(options);
  const moto = await startMoto(program);
  const watchdog = guard(moto.pid);
  const credentials = { accessKeyId: 'demo', secretAccessKey: 'demo' };
  const account: Account = { endpoint: moto.url, region: REGION, credentials };
  const mirror = options.env.PLUMBLINE_PROVIDER_MIRROR;
  return {
    provider: `hashicorp/aws ${found.version} (${found.origin})`,
    cloud: `AWS as moto emulates it, ${moto.url}`,
    env: {
      AWS_ENDPOINT_URL: moto.url,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...(mirror ? { PLUMBLINE_PROVIDER_MIRROR: mirror } : {}),
    },
    settings: {
      role_arn: `arn:aws:iam::123456789012:role/${ROLE}`,
      // Of a secret value, such as the database password, a finding shows only that it differs.
      secret_values: true,
      state_bucket: BUCKET,
      state_prefix: 'shop/',
      region: REGION,
    },
    async apply(put = (state) => store(state, account)) {
      const state = await apply(found, account);
      await put(JSON.stringify(state, null, 2));
      return state.resources.reduce((sum, { instances }) => sum + instances.length, 0);
    },
    meddle: () => meddleWithAws(account),
    async createRole(_, trustPolicy) {
      const iam = new IAMClient(account);
      await iam.send(new CreateRoleCommand({ RoleName: ROLE, AssumeRolePolicyDocument: JSON.stringify(trustPolicy) }));
      iam.destroy();
    },
    async close() {
      await moto.stop();
      watchdog.release();
    },
  };
}
