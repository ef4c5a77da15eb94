import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startStandInCloud, type StandInCloud } from '../../../../testkit/cloud/start.ts';
import { temporaryDirectory } from '../../../../testkit/tmp.ts';
import { callerIdentity, ownCredentials } from './client.ts';
import { assumeRole } from './role.ts';

const ROLE = 'arn:aws:iam::222222222222:role/plumbline';
const credentials = { accessKeyId: 'test', secretAccessKey: 'very-secret' };
const region = 'eu-west-1';

let cloud: StandInCloud;
beforeAll(async () => {
  cloud = await startStandInCloud({ roles: [{ arn: ROLE, externalId: 'ours' }] });
});
afterAll(() => cloud.stop());
afterEach(() => vi.unstubAllEnvs());

const request = { roleArn: ROLE, externalId: 'ours', sessionName: 'plumbline-scan' };

describe('a role', () => {
  test('assumes a role with its external id, for a limited time, under the session name', async () => {
    const settings = { region, endpoint: cloud.url, credentials };
    const role = await assumeRole(settings, request);
    expect(role.expiration.getTime()).toBeGreaterThan(Date.now());
    expect(await callerIdentity({ ...settings, credentials: role })).toEqual({
      accountId: '222222222222',
      arn: 'arn:aws:sts::222222222222:assumed-role/plumbline/plumbline-scan',
    });
  });

  test('reports a refusal with caller and role, but without secret or external id', async () => {
    const settings = { region, endpoint: cloud.url, credentials };
    const error: unknown = await assumeRole(settings, { ...request, externalId: 'theirs' }).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: 'AwsProblem', code: 'role_not_assumable' });
    expect(String(error)).toContain(`arn:aws:iam::123456789012:user/operator may not assume ${ROLE}`);
    expect(JSON.stringify([String(error), error, (error as Error).cause])).not.toMatch(/very-secret|theirs/);
  });

  test('assumes no role after an abort', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const settings = { region, endpoint: cloud.url, credentials };
    await expect(assumeRole(settings, { ...request, signal })).rejects.toThrow('enough');
  });
});

describe('credentials of its own', () => {
  beforeEach(() => {
    for (const name of [
      'AWS_PROFILE',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
      'AWS_CONTAINER_CREDENTIALS_FULL_URI',
      'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
      'AWS_WEB_IDENTITY_TOKEN_FILE',
    ])
      vi.stubEnv(name, undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  });

  test('takes the own credentials from the environment', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'any');
    const settings = { region, endpoint: cloud.url };
    expect(await ownCredentials(settings)).toMatchObject({ accessKeyId: 'test', secretAccessKey: 'any' });
    expect(await callerIdentity(settings)).toMatchObject({ accountId: '123456789012' });
  });

  test('reports missing own credentials, and what to set', async () => {
    await using home = await temporaryDirectory();
    vi.stubEnv('AWS_CONFIG_FILE', `${home.path}/config`);
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', `${home.path}/credentials`);
    const settings = { region, endpoint: cloud.url };
    const problem = { code: 'credentials_missing', message: expect.stringContaining('AWS_ACCESS_KEY_ID') };
    await expect(ownCredentials(settings)).rejects.toMatchObject(problem);
    await expect(callerIdentity(settings)).rejects.toMatchObject(problem);
    await expect(assumeRole(settings, request)).rejects.toMatchObject(problem);
  });
});
