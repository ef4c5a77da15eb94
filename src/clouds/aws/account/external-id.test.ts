import { afterEach, beforeEach, expect, test } from 'vitest';
import { startStandInCloud, type StandInCloud } from '../../../../testkit/cloud/start.ts';
import { startMoto } from '../../../../testkit/moto.ts';
import { missing } from '../../../../testkit/needs.ts';
import { externalIdGuard, probeExternalId } from './external-id.ts';

const ROLE = 'arn:aws:iam::222222222222:role/plumbline';
const credentials = { accessKeyId: 'test', secretAccessKey: 'very-secret' };

let cloud: StandInCloud;
beforeEach(async () => {
  cloud = await startStandInCloud({ roles: [{ arn: ROLE, externalId: 'ours' }] });
});
afterEach(() => cloud.stop());

const settings = () => ({ region: 'eu-west-1', endpoint: cloud.url, credentials });
const probe = () => probeExternalId(settings(), { roleArn: ROLE });

test('reports a role that demands its external id as enforced', async () => {
  expect(await probe()).toBe('enforced');
});

test.each([
  ['any external id', { arn: ROLE }, 'accepts_any'],
  ['a request without one', { arn: ROLE, externalId: 'ours', optionalExternalId: true }, 'accepts_none'],
])('finds a role that takes %s, at an endpoint on this machine, too', async (_what, role, result) => {
  cloud.registerRole(role);
  expect(await probe()).toBe(result);
});

test('probes with another id each time, formed as ours are', async () => {
  await probe();
  await probe();
  const ids = cloud.asked.flatMap(({ externalId }) => externalId ?? []);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^plumbline-[0-9A-Za-z]{22}$/);
});

test.each([
  ['a disabled region', { status: 403, code: 'RegionDisabledException' }],
  ['throttling', { status: 400, code: 'Throttling' }],
  ['a proxy', { status: 403, code: 'BlockedByProxy' }],
])('does not treat %s as a refusal, and may retry', async (_what, refusesWith) => {
  cloud.registerRole({ arn: ROLE, externalId: 'ours', refusesWith });
  await expect(probe()).rejects.toMatchObject({
    code: 'source_unreachable',
    detail: expect.stringContaining('could not be checked'),
  });
});

test('probes a guarded role once in a quarter of an hour, by caller, and an exposed one each time', async () => {
  let now = 0;
  const guard = externalIdGuard(() => now);
  const check = (caller: string) => guard(settings(), { roleArn: ROLE, caller });
  await check('a');
  await check('a');
  expect(cloud.asked).toHaveLength(2);
  await check('b');
  expect(cloud.asked).toHaveLength(4);
  now += 16 * 60_000;
  cloud.registerRole({ arn: ROLE });
  const exposed = { code: 'external_id_not_required', message: expect.stringContaining('sts:ExternalId') };
  await expect(check('a')).rejects.toMatchObject(exposed);
  cloud.registerRole({ arn: ROLE, externalId: 'ours' });
  await check('a');
});

test.skipIf(await missing('moto'))('lets an emulator pass that grants a role which does not exist', async () => {
  const moto = await startMoto();
  try {
    const emulator = { ...settings(), endpoint: moto.url };
    expect(await probeExternalId(emulator, { roleArn: ROLE })).toBe('emulated');
    await externalIdGuard()(emulator, { roleArn: ROLE, caller: '' });
  } finally {
    await moto.stop();
  }
});
