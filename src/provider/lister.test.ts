import { join } from 'node:path';
import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { describe, expect, test } from 'vitest';
import { AWS, findNewAwsProvider, throughProxy } from '../../testkit/estate/aws-provider.ts';
import { startFront } from '../../testkit/estate/front.ts';
import { startMoto } from '../../testkit/moto.ts';
import { missing } from '../../testkit/needs.ts';
import { CONFIG, NEED, providerRig } from '../../testkit/provider-rig.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { eachCandidate, type Candidate } from '../clouds/contract/inventory.ts';
import { noSandbox } from '../../testkit/plugin/sandbox.ts';
import { createProviderHost } from './host.ts';
import { createProviderLister } from './lister.ts';

const PLACE = { account: '123456789012', region: 'eu-west-1' };

test('lists nothing where the provider has no lists', async () => {
  await using it = await providerRig();
  await it.host.use(NEED, CONFIG, async (session) => {
    const lister = createProviderLister(session);
    expect([...(await lister.types())]).toEqual([]);
    const outcome = await eachCandidate(lister.list({ type: 'fake_thing', place: PLACE }), () => undefined);
    expect(outcome).toMatchObject({ state: 'not_listed', reason: 'no_list' });
  });
});

describe.skipIf(await missing('moto', 'new-aws-provider'))('a provider that lists resources', () => {
  test('gives candidates with their identities', async () => {
    await using stack = new AsyncDisposableStack();
    const { path } = stack.use(await temporaryDirectory());
    const moto = await startMoto();
    stack.defer(() => moto.stop());
    const front = await startFront(moto.url);
    stack.defer(() => front.close());
    const credentials = { accessKeyId: 'testing', secretAccessKey: 'testing' };
    const iam = new IAMClient({ endpoint: moto.url, region: PLACE.region, credentials });
    await iam.send(new CreateRoleCommand({ RoleName: 'auditor', AssumeRolePolicyDocument: '{}' }));
    const found = await findNewAwsProvider(join(path, 'found'));
    const host = createProviderHost({
      find: async () => ({ source: AWS, ...found, checksum: 'c', origin: 'a test' }),
      cacheDir: join(path, 'cache'),
      childEnv: throughProxy(front.url),
      sandbox: noSandbox(),
    });
    stack.defer(() => host.close());
    const config = {
      region: PLACE.region,
      access_key: 'testing',
      secret_key: 'testing',
      skip_requesting_account_id: true,
      skip_metadata_api_check: 'true',
      skip_credentials_validation: true,
    };
    await host.use({ source: AWS }, config, async (session) => {
      const lister = createProviderLister(session);
      const types = await lister.types();
      expect(types.get('aws_iam_role')).toMatchObject({ by: 'provider', scope: 'global', isExpensive: false });
      expect(types.get('aws_s3_bucket')).toMatchObject({ isExpensive: true });
      const candidates: Candidate[] = [];
      const outcome = await eachCandidate(
        lister.list({ type: 'aws_iam_role', place: PLACE }),
        (one) => void candidates.push(one),
      );
      expect(outcome).toMatchObject({ state: 'listed' });
      expect(candidates.map(({ ids }) => ids)).toEqual([
        { name: 'auditor', identity: expect.objectContaining({ name: 'auditor' }) },
      ]);
    });
  });
});
