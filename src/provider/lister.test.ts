import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AWS, findNewAwsProvider, throughProxy } from '../../testkit/estate/aws-provider.ts';
import { EMULATOR_CONFIG, startWithRoles } from '../../testkit/estate/roles.ts';
import { missing } from '../../testkit/needs.ts';
import { CONFIG, NEED, providerRig } from '../../testkit/provider-rig.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { eachCandidate, type Candidate } from '../clouds/contract/inventory.ts';
import { writeControl } from '../../testkit/plugin/fake/control.ts';
import { noSandbox } from '../../testkit/plugin/sandbox.ts';
import { createProviderHost } from './host.ts';
import { createProviderLister } from './lister.ts';

const PLACE = { account: '123456789012', region: 'eu-west-1' };

test('gives what a provider lists with its identity, and no list of its other types', async () => {
  await using it = await providerRig();
  await writeControl(it.control, { servers: ['a', 'b'] });
  await it.host.use(NEED, CONFIG, async (session) => {
    const lister = createProviderLister(session);
    expect([...(await lister.types()).keys()]).toEqual(['fake_server']);
    const candidates: Candidate[] = [];
    const listing = lister.list({ type: 'fake_server', place: PLACE });
    expect(await eachCandidate(listing, (one) => void candidates.push(one))).toMatchObject({ state: 'listed' });
    expect(candidates.map(({ ids }) => ids)).toEqual([
      { name: 'server a', identity: { id: 'a', region: 'north' } },
      { name: 'server b', identity: { id: 'b', region: 'north' } },
    ]);
    const outcome = await eachCandidate(lister.list({ type: 'fake_thing', place: PLACE }), () => undefined);
    expect(outcome).toMatchObject({ state: 'not_listed', reason: 'no_list' });
  });
});

describe.skipIf(await missing('moto', 'new-aws-provider'))('a provider that lists resources', () => {
  test('gives candidates with their identities', async () => {
    await using stack = new AsyncDisposableStack();
    const { path } = stack.use(await temporaryDirectory());
    const url = await startWithRoles(stack, ['auditor']);
    const found = await findNewAwsProvider(join(path, 'found'));
    const host = createProviderHost({
      find: async () => ({ source: AWS, ...found, checksum: 'c', origin: 'a test' }),
      cacheDir: join(path, 'cache'),
      childEnv: throughProxy(url),
      sandbox: noSandbox(),
    });
    stack.defer(() => host.close());
    await host.use({ source: AWS }, EMULATOR_CONFIG, async (session) => {
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
