import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { startMoto } from '../moto.ts';
import { startFront } from './front.ts';

const TRUST = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'ec2.amazonaws.com' } }],
});

/** The configuration of hashicorp/aws for an emulator. */
export const EMULATOR_CONFIG = {
  region: 'eu-west-1',
  access_key: 'testing',
  secret_key: 'testing',
  skip_requesting_account_id: true,
  skip_metadata_api_check: 'true',
  skip_credentials_validation: true,
};

/** Starts an emulator with these IAM roles, which `stack` stops. Returns its address for a provider. */
export async function startWithRoles(stack: AsyncDisposableStack, names: readonly string[]): Promise<string> {
  const moto = await startMoto();
  stack.defer(() => moto.stop());
  const front = await startFront(moto.url);
  stack.defer(() => front.close());
  const { region, access_key: accessKeyId, secret_key: secretAccessKey } = EMULATOR_CONFIG;
  const iam = new IAMClient({ endpoint: moto.url, region, credentials: { accessKeyId, secretAccessKey } });
  stack.defer(() => iam.destroy());
  for (const RoleName of names) await iam.send(new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument: TRUST }));
  return front.url;
}
