import { createServer, type Server, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStandInCloud, type StandInCloud } from '../../../../testkit/cloud/start.ts';
import type { AwsSettings } from './settings.ts';
import { verifyAws, type AwsConnection } from './verify.ts';

const GUARDED = 'arn:aws:iam::222222222222:role/guarded';
const UNGUARDED = 'arn:aws:iam::222222222222:role/unguarded';
const ELSEWHERE = 'arn:aws:iam::222222222222:role/elsewhere';
const credentials = { accessKeyId: 'test', secretAccessKey: 'very-secret' };

/** A time limit that answers also meet on a busy machine. */
const PATIENT = { stepMs: 60_000 };

let cloud: StandInCloud;
let settings: AwsSettings;
beforeAll(async () => {
  cloud = await startStandInCloud({
    roles: [
      { arn: GUARDED, externalId: 'ours' },
      { arn: UNGUARDED },
      { arn: ELSEWHERE, externalId: 'ours', buckets: ['another'] },
    ],
  });
  settings = { region: 'eu-west-1', endpoint: cloud.url, credentials };
  const s3 = new S3Client({ endpoint: cloud.url, region: 'eu-west-1', forcePathStyle: true, credentials });
  await s3.send(new CreateBucketCommand({ Bucket: 'states' }));
  await s3.send(new PutObjectCommand({ Bucket: 'states', Key: 'prod/a.tfstate', Body: '{"version":4}' }));
  s3.destroy();
});
afterAll(() => cloud.stop());

const connection = (more: Partial<AwsConnection> = {}): AwsConnection => ({
  role_arn: GUARDED,
  external_id: 'ours',
  state_bucket: 'states',
  state_prefix: 'prod/',
  region: null,
  account_role_arn: null,
  accounts: null,
  ...more,
});

/** The checks' results: their codes, or `ok`. */
async function outcome(more: Partial<AwsConnection>, over: AwsSettings = settings, limits = PATIENT) {
  const { ok, checks, ...rest } = await verifyAws(over, connection(more), limits);
  const said = JSON.stringify({ checks, rest });
  expect(said).not.toContain('very-secret');
  return { ok, ...Object.fromEntries(checks.map((check) => [check.name, check.code ?? (check.ok ? 'ok' : 'failed')])) };
}

test('reports the identity of working settings, and that a wrong external id is refused', async () => {
  const result = await verifyAws(settings, connection(), PATIENT);
  expect(result).toMatchObject({
    ok: true,
    account_id: '222222222222',
    assumed_role_arn: 'arn:aws:sts::222222222222:assumed-role/guarded/plumbline-verify',
  });
  expect(result.checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['credentials', true],
    ['assume_role', true],
    ['external_id', true],
    ['state_bucket', true],
  ]);
  expect(new Date(result.checked_at).toISOString()).toBe(result.checked_at);
});

test('fails for a role that takes any external id, and shows nothing of what it can read', async () => {
  expect(await outcome({ role_arn: UNGUARDED })).toEqual({
    ok: false,
    credentials: 'ok',
    assume_role: 'ok',
    external_id: 'external_id_not_required',
    state_bucket: 'skipped',
  });
  const { checks } = await verifyAws(settings, connection({ role_arn: UNGUARDED }), PATIENT);
  expect(checks[2]?.hint).toContain('sts:ExternalId');
});

test('accepts such a role where somebody did, and says who and why', async () => {
  const external_id_override = { reason: 'A vendor has it.', by: 'The operator', at: '2026-01-31T09:30:00.000Z' };
  const result = await verifyAws(settings, connection({ role_arn: UNGUARDED, external_id_override }), PATIENT);
  expect(result.ok).toBe(true);
  expect(result.checks[2]).toMatchObject({
    ok: false,
    code: 'external_id_overridden',
    detail: expect.stringContaining('The operator accepted that on 2026-01-31: A vendor has it.'),
  });
  expect(result.checks[3]).toMatchObject({ name: 'state_bucket', ok: true });
});

test.each([
  ['a role that does not exist', { role_arn: 'arn:aws:iam::222222222222:role/none' }],
  ['the wrong external id', { external_id: 'theirs' }],
])('reports a role that cannot be assumed, and skips the rest: %s', async (_, more) => {
  expect(await outcome(more)).toEqual({
    ok: false,
    credentials: 'ok',
    assume_role: 'role_not_assumable',
    external_id: 'skipped',
    state_bucket: 'skipped',
  });
});

test('names the caller and the role that it may not assume', async () => {
  const { checks } = await verifyAws(settings, connection({ external_id: 'theirs' }), PATIENT);
  expect(checks[1]?.detail).toBe(`arn:aws:iam::123456789012:user/operator may not assume ${GUARDED}.`);
  expect(checks[1]?.hint).toContain('trust policy');
});

test.each([
  ['is not there', 'bucket_not_found', { state_bucket: 'nowhere' }],
  ['may not be read', 'access_denied', { role_arn: ELSEWHERE }],
])('reports a bucket that %s', async (_, code, more) => {
  const expected = { ok: false, credentials: 'ok', assume_role: 'ok', external_id: 'ok', state_bucket: code };
  expect(await outcome(more)).toEqual(expected);
});

test('reports an empty prefix without a failure', async () => {
  expect(await outcome({ state_prefix: 'nothing/' })).toMatchObject({ ok: true, state_bucket: 'no_states' });
});

const nothingTried = { ok: false, assume_role: 'skipped', external_id: 'skipped', state_bucket: 'skipped' };

test('reports unknown credentials', async () => {
  const unknown = { ...settings, credentials: { accessKeyId: 'AKIAUNKNOWN', secretAccessKey: 'very-secret' } };
  expect(await outcome({}, unknown)).toEqual({ ...nothingTried, credentials: 'credentials_missing' });
});

test('reports an endpoint that nothing listens on', async () => {
  const down = await startStandInCloud();
  await down.stop();
  const expected = { ...nothingTried, credentials: 'source_unreachable' };
  expect(await outcome({}, { ...settings, endpoint: down.url })).toEqual(expected);
});

test('gives up an endpoint that accepts and stays silent', async () => {
  const mute: Server = createServer();
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  const sockets = new Set<{ destroy(): unknown }>();
  mute.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
  try {
    const endpoint = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    const expected = { ...nothingTried, credentials: 'source_unreachable' };
    expect(await outcome({}, { ...settings, endpoint }, { stepMs: 500 })).toEqual(expected);
  } finally {
    for (const socket of sockets) socket.destroy();
    mute.close();
  }
});

describe('the roles of other accounts', () => {
  const account_role_arn = 'arn:aws:iam::{account}:role/reader';
  const accountRole = (account: string) => account_role_arn.replace('{account}', account);
  const [first, second] = ['333333333333', '444444444444'];
  beforeAll(() => {
    cloud.registerRole({ arn: accountRole(first), externalId: 'ours', trusts: GUARDED });
    cloud.registerRole({ arn: accountRole(second), externalId: 'ours', trusts: GUARDED, says: '999999999999' });
  });

  test('assumes the roles of named accounts', async () => {
    expect(await outcome({ account_role_arn, accounts: [first] })).toMatchObject({ ok: true, account_roles: 'ok' });
  });

  test('skips the roles of other accounts without a failure where none is named', async () => {
    expect(await outcome({ account_role_arn })).toMatchObject({ ok: true, account_roles: 'accounts_not_named' });
  });

  test.each([
    ['is not there', '555555555555'],
    ['is for another account', second],
  ])('names the account whose role %s', async (_what, account) => {
    const tried = { account_role_arn, accounts: [first, account] };
    expect(await outcome(tried)).toMatchObject({ ok: false, account_roles: 'account_role_denied' });
    const { checks } = await verifyAws(settings, connection(tried), PATIENT);
    expect(checks.at(-1)?.detail).toContain(`1 of 2 accounts cannot be reached: ${account}`);
  });

  test('fails where the role of an account can be assumed without the external id, unless that was accepted', async () => {
    const open = '666666666666';
    cloud.registerRole({ arn: accountRole(open), trusts: GUARDED });
    const tried = { account_role_arn, accounts: [first, open] };
    expect(await outcome(tried)).toMatchObject({ ok: false, account_roles: 'external_id_not_required' });
    const { checks } = await verifyAws(settings, connection(tried), PATIENT);
    expect(checks.at(-1)?.detail).toMatch(/wrong external id.* So it is in: 666666666666\.$/);
    const external_id_override = { reason: 'r', by: 'b', at: '2026-01-31T09:30:00.000Z' };
    expect(await outcome({ ...tried, external_id_override })).toMatchObject({ ok: true, account_roles: 'ok' });
  });

  test('tries no role of another account without the first role', async () => {
    const none = { role_arn: 'arn:aws:iam::222222222222:role/none', account_role_arn, accounts: [first] };
    expect(await outcome(none)).toMatchObject({ ok: false, account_roles: 'skipped' });
  });
});

describe('the needed permissions', () => {
  const ASKED = 'arn:aws:iam::222222222222:role/deep/asked';
  const needed = Array.from({ length: 120 }, (_, i) => `ec2:Describe${String(i).padStart(3, '0')}`);
  const checked = async (role_arn: string, actions: readonly string[]) => {
    const { ok, checks } = await verifyAws(settings, connection({ role_arn }), { ...PATIENT, needed: actions });
    return { ok, check: checks.find(({ name }) => name === 'permissions') };
  };
  const registered = (may: readonly string[]) => cloud.registerRole({ arn: ASKED, externalId: 'ours', may });

  test('names the needed permissions that the role lacks, without blocking analyses', async () => {
    registered(needed.filter((action) => !/(007|099)$/.test(action)));
    const { ok, check } = await checked(ASKED, needed);
    expect(ok).toBe(true);
    expect(check).toMatchObject({ ok: false, code: 'permissions_missing' });
    expect(check?.detail).toBe(
      'Of the 120 permissions that analyses needed, the role lacks 2 on all resources: ec2:Describe007, ec2:Describe099.',
    );
  });

  test('passes where the role has the needed permissions', async () => {
    registered(needed);
    expect((await checked(ASKED, needed)).check).toMatchObject({ ok: true, detail: expect.stringContaining('120') });
  });

  test('reports unknown permissions where the role may not simulate policies', async () => {
    const { ok, check } = await checked(GUARDED, needed);
    expect(ok).toBe(true);
    expect(check).toMatchObject({
      ok: true,
      code: 'permissions_unknown',
      detail: expect.stringContaining('AccessDenied'),
    });
  });

  test('checks no permissions where none is needed, and skips them without a role', async () => {
    expect((await checked(GUARDED, [])).check).toBeUndefined();
    const { check } = await checked('arn:aws:iam::222222222222:role/none', needed);
    expect(check).toMatchObject({ ok: false, code: 'skipped' });
  });
});
