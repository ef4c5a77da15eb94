import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { ProviderProblem } from '../provider/contract/problem.ts';
import { thisPlatform } from '../provider/address/platform.ts';
import type { CloudPort, Verification } from '../services/clouds/port.ts';
import { checkProvider, withProviderCheck } from './compose-verify.ts';
import { readConfig } from './config/config.ts';

const VERIFIED: Verification = {
  ok: true,
  account_id: '123456789012',
  assumed_role_arn: null,
  checks: [{ name: 'credentials', ok: true }],
  checked_at: '2026-01-31T00:00:00Z',
};
const cloud = { name: 'aws', verify: () => Promise.resolve(VERIFIED) } as unknown as CloudPort;
const verify = (port: CloudPort) => port.verify({} as never, { needed: [], lockTables: [] });

test('says last which version of the provider is here, and that one which may not run is none', async () => {
  await using dir = await temporaryDirectory();
  const at = join(dir.path, 'mirror/registry.terraform.io/hashicorp/aws/6.1.2', thisPlatform());
  await mkdir(at, { recursive: true });
  const binary = join(at, 'terraform-provider-aws_v6.1.2');
  await writeFile(binary, '#!/bin/sh\n');
  await chmod(binary, 0o755);
  const cache = join(dir.path, 'cache');
  const env = { HOME: join(dir.path, 'home'), PLUMBLINE_PROVIDER_MIRROR: join(dir.path, 'mirror') };
  const found = await verify(withProviderCheck(cloud, readConfig(env), cache));
  expect(found).toMatchObject({ ok: true, checks: [{ name: 'credentials' }, { name: 'providers', ok: true }] });
  expect(found.checks[1]?.detail).toMatch(/^hashicorp\/aws \d+\.\d+\.\d+ is on this machine\.$/);
  const denied = await verify(
    withProviderCheck(cloud, readConfig({ ...env, PLUMBLINE_PROVIDERS: 'hashicorp/random' }), cache),
  );
  expect(denied).toMatchObject({ ok: true, checks: [{}, { ok: false, code: 'provider_not_allowed' }] });
  const gone = { ...env, PLUMBLINE_PROVIDER_MIRROR: join(dir.path, 'gone'), PLUMBLINE_PROVIDER_DOWNLOAD: '1' };
  const lost = await verify(withProviderCheck(cloud, readConfig(gone), cache));
  expect(lost).toMatchObject({ ok: true, checks: [{}, { ok: false, code: 'provider_not_found' }] });
  expect(JSON.stringify(lost)).not.toContain(dir.path);
});

test('takes a missing provider for no failure where it may be downloaded', async () => {
  const find = () => Promise.reject(new ProviderProblem('provider_not_found', 'a', 'It was not found.'));
  expect(await checkProvider(find, true)).toMatchObject({ ok: true, code: 'provider_to_download' });
  const missing = await checkProvider(find, false);
  expect(missing).toMatchObject({ ok: false, code: 'provider_not_found', detail: 'It was not found.' });
  expect(missing.hint).toContain('PLUMBLINE_PROVIDER_DOWNLOAD=1');
});
