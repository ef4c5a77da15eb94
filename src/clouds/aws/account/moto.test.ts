import { CreateKeyCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { CreateRoleCommand, GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMoto, type Moto } from '../../../../testkit/moto.ts';
import { missing } from '../../../../testkit/needs.ts';
import { decryptDataKey } from './data-key.ts';
import { callerIdentity } from './client.ts';
import { permissionPolicy, trustPolicy } from './policies.ts';
import { assumeRole } from './role.ts';
import { createS3Source } from './s3-source.ts';
import { setupOf } from './setup/setup.ts';
import { verifyAws } from './verify.ts';

const STATE = '{"version":4,"terraform_version":"1.15.3","serial":1}';

describe.skipIf(await missing('moto'))('on an AWS that others wrote', () => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const region = 'eu-central-1';
  let moto: Moto;
  let account: { region: string; endpoint: string; credentials: typeof credentials };
  let roleArn: string;

  beforeAll(async () => {
    moto = await startMoto();
    account = { region, endpoint: moto.url, credentials };
    const iam = new IAMClient(account);
    const { accountId } = await callerIdentity(account);
    const policy = JSON.stringify(trustPolicy({ accountId, externalId: 'ours' }));
    const made = await iam.send(new CreateRoleCommand({ RoleName: 'plumbline', AssumeRolePolicyDocument: policy }));
    roleArn = made.Role?.Arn ?? '';
    iam.destroy();
    const s3 = new S3Client({ ...account, forcePathStyle: true });
    const location = { LocationConstraint: region } as const;
    await s3.send(new CreateBucketCommand({ Bucket: 'states', CreateBucketConfiguration: location }));
    const keys = ['a b/ü+%.tfstate', 'env:/prod/app', 'terraform.tfstate', 'terraform.tfstate.backup', 'z.json'];
    for (const Key of keys)
      await s3.send(new PutObjectCommand({ Bucket: 'states', Key, Body: Key === 'z.json' ? '{}' : STATE }));
    s3.destroy();
  });
  afterAll(() => moto?.stop());

  test('lists and reads states with the role', async () => {
    const role = await assumeRole(account, { roleArn, externalId: 'ours', sessionName: 'plumbline-scan' });
    const source = createS3Source({ ...account, credentials: role, bucket: 'states' });
    const keys = (await Array.fromAsync(source.list())).map(({ key }) => key);
    expect(keys).toEqual(['a b/ü+%.tfstate', 'env:/prod/app', 'terraform.tfstate']);
    for (const key of keys) expect(Buffer.from((await source.read(key)).bytes).toString()).toBe(STATE);
  });

  test('decrypts the data key of an encrypted state, in the region of its key', async () => {
    const kms = new KMSClient({ ...account, region: 'us-west-2' });
    const { KeyMetadata } = await kms.send(new CreateKeyCommand({}));
    const keyId = KeyMetadata?.Arn ?? '';
    const context = { project: 'x' };
    const made = await kms.send(
      new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: context }),
    );
    kms.destroy();
    const ciphertext = made.CiphertextBlob ?? new Uint8Array();
    const opened = await decryptDataKey(account, { ciphertext, context, keyId });
    expect(Buffer.from(opened).equals(made.Plaintext ?? new Uint8Array())).toBe(true);
    const refused = decryptDataKey(account, { ciphertext, context: {}, keyId });
    await expect(refused).rejects.toMatchObject({ code: 'key_unavailable' });
  });

  test('distinguishes a missing bucket from a missing object', async () => {
    const nowhere = createS3Source({ ...account, bucket: 'nowhere' });
    await expect(Array.fromAsync(nowhere.list())).rejects.toMatchObject({ code: 'bucket_not_found' });
    const source = createS3Source({ ...account, bucket: 'states' });
    await expect(source.read('gone')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('verifies a connection, and notices that moto accepts any external id', async () => {
    const connection = {
      role_arn: roleArn,
      external_id: 'ours',
      state_bucket: 'states',
      state_prefix: null,
      region,
      account_role_arn: null,
      secret_values: false,
      accounts: null,
    };
    const result = await verifyAws(account, connection, { stepMs: 60_000 });
    expect(result.ok).toBe(true);
    expect(result.checks.map(({ name, ok, code }) => [name, ok, code])).toEqual([
      ['credentials', true, undefined],
      ['assume_role', true, undefined],
      ['external_id', false, 'external_id_not_checked'],
      ['state_bucket', true, undefined],
    ]);
  });

  test('creates an assumable role from the CloudFormation template', async () => {
    const arn = 'arn:aws:iam::123456789012:role/platform/made';
    const trust = trustPolicy({ accountId: '123456789012', externalId: 'ours' });
    const policies = { trust_policy: trust, permission_policy: permissionPolicy({ bucket: 'states', prefix: null }) };
    const settings = { external_id: 'ours', role_arn: arn, state_bucket: 'states', account_role_arn: null };
    const none = { account_trust_policy: null, account_permission_policy: null };
    const { role } = setupOf(settings, '123456789012', { ...policies, ...none });
    const form = {
      Action: 'CreateStack',
      Version: '2010-05-15',
      StackName: 'plumbline',
      TemplateBody: role.cloudformation,
      'Capabilities.member.1': 'CAPABILITY_NAMED_IAM',
    };
    const scope = 'Credential=test/20260131/eu-central-1/cloudformation/aws4_request';
    const headers = { authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=0` };
    const answer = await fetch(moto.url, { method: 'POST', body: new URLSearchParams(form), headers });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('StackId')]);
    const iam = new IAMClient(account);
    const { Role } = await iam.send(new GetRoleCommand({ RoleName: 'made' }));
    iam.destroy();
    expect(Role).toMatchObject({ Arn: arn });
    expect(JSON.parse(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? ''))).toEqual(trust);
    const session = { roleArn: arn, externalId: 'ours', sessionName: 'plumbline-scan' };
    expect((await assumeRole(account, session)).accessKeyId).toEqual(expect.any(String));
  });
});
