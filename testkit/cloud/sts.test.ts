import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStandInCloud, type StandInCloud } from './start.ts';

const GUARDED = { arn: 'arn:aws:iam::210987654321:role/plumbline/reader', externalId: 'plb-1', buckets: ['states'] };
const OPEN = { arn: 'arn:aws:iam::210987654321:role/open' };

let cloud: StandInCloud;
beforeAll(async () => {
  cloud = await startStandInCloud({ roles: [GUARDED, OPEN] });
});
afterAll(() => cloud.stop());

type Keys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
const OPERATOR: Keys = { accessKeyId: 'test', secretAccessKey: 'test' };

function sts(credentials: Keys = OPERATOR): STSClient {
  return new STSClient({ endpoint: cloud.url, region: 'eu-west-1', credentials, maxAttempts: 1 });
}

async function assume(input: { RoleArn: string; ExternalId?: string; DurationSeconds?: number }) {
  const answer = await sts().send(new AssumeRoleCommand({ RoleSessionName: 'check', ...input }));
  const given = answer.Credentials!;
  const keys = {
    accessKeyId: given.AccessKeyId!,
    secretAccessKey: given.SecretAccessKey!,
    sessionToken: given.SessionToken!,
  };
  return { answer, keys };
}

test('returns the identity of a user', async () => {
  const me = await sts().send(new GetCallerIdentityCommand({}));
  expect(me).toMatchObject({ Account: '123456789012', Arn: 'arn:aws:iam::123456789012:user/operator' });
});

test('distinguishes an unknown access key from a role that may not be assumed', async () => {
  const stranger = sts({ accessKeyId: 'AKIANOBODY', secretAccessKey: 'x' });
  const refused = { name: 'InvalidClientTokenId', $metadata: { httpStatusCode: 403 } };
  await expect(stranger.send(new GetCallerIdentityCommand({}))).rejects.toMatchObject(refused);
});

describe('AssumeRole', () => {
  test('issues expiring credentials for the assumed role', async () => {
    const { answer, keys } = await assume({ RoleArn: GUARDED.arn, ExternalId: 'plb-1', DurationSeconds: 900 });
    const arn = 'arn:aws:sts::210987654321:assumed-role/reader/check';
    expect(answer.AssumedRoleUser?.Arn).toBe(arn);
    const left = answer.Credentials!.Expiration!.getTime() - Date.now();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(900_000);
    const me = await sts(keys).send(new GetCallerIdentityCommand({}));
    expect(me).toMatchObject({ Account: '210987654321', Arn: arn });
  });

  test.each([
    ['another external id', { RoleArn: GUARDED.arn, ExternalId: 'plb-2' }],
    ['no external id', { RoleArn: GUARDED.arn }],
    ['a role that does not exist', { RoleArn: 'arn:aws:iam::210987654321:role/none', ExternalId: 'plb-1' }],
  ])('rejects %s with AccessDenied', async (_, input) => {
    const refused = { name: 'AccessDenied', message: expect.stringContaining(input.RoleArn) };
    await expect(assume(input)).rejects.toMatchObject(refused);
  });

  test('admits anyone to a role without an external id', async () => {
    await expect(assume({ RoleArn: OPEN.arn, ExternalId: 'wrong' })).resolves.toBeDefined();
  });

  test('knows roles that were registered later', async () => {
    const arn = 'arn:aws:iam::333333333333:role/late';
    await expect(assume({ RoleArn: arn, ExternalId: 'x' })).rejects.toMatchObject({ name: 'AccessDenied' });
    cloud.registerRole({ arn, externalId: 'x' });
    await expect(assume({ RoleArn: arn, ExternalId: 'x' })).resolves.toBeDefined();
  });

  test('rejects a duration that STS rejects', async () => {
    const input = { RoleArn: OPEN.arn, DurationSeconds: 60 };
    await expect(assume(input)).rejects.toMatchObject({ name: 'ValidationError' });
  });
});

test('rejects temporary keys without their session token', async () => {
  const { keys } = await assume({ RoleArn: OPEN.arn });
  const half = sts({ accessKeyId: keys.accessKeyId, secretAccessKey: keys.secretAccessKey });
  await expect(half.send(new GetCallerIdentityCommand({}))).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
});

test('gives a role access to its buckets only', async () => {
  const s3 = (credentials: Keys) =>
    new S3Client({ endpoint: cloud.url, region: 'eu-west-1', forcePathStyle: true, credentials, maxAttempts: 1 });
  for (const Bucket of ['states', 'private']) await s3(OPERATOR).send(new CreateBucketCommand({ Bucket }));
  const { keys } = await assume({ RoleArn: GUARDED.arn, ExternalId: 'plb-1' });
  await expect(s3(keys).send(new ListObjectsV2Command({ Bucket: 'states' }))).resolves.toBeDefined();
  const other = s3(keys).send(new ListObjectsV2Command({ Bucket: 'private' }));
  await expect(other).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
});
