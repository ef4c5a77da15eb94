import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyEstate, type ApplyResource } from '../apply.ts';
import { startStandInCloud } from '../cloud/start.ts';
import { missing } from '../needs.ts';
import type { StateDocument } from '../state-document.ts';
import { temporaryDirectory } from '../tmp.ts';
import { installFakeProvider, installSampleProvider, type Installed } from './install.ts';
import { opened } from './open.ts';
import { terraform, terraformApply } from './terraform.ts';

/** The resources of fixtures/estate.tf, for `applyEstate`. */
const SAMPLES: ApplyResource[] = [
  {
    type: 'sample_network',
    name: 'main',
    config: {
      name: 'main',
      cidr: '10.0.0.0/16',
      subnets: { a: { cidr: '10.0.1.0/24', public: true } },
      tags: { env: 'prod' },
    },
  },
  {
    type: 'sample_firewall',
    name: 'web',
    config: async (attributesOf) => ({
      name: 'web',
      network_id: (await attributesOf('sample_network.main'))['id'] ?? null,
      rule: [{ direction: 'in', protocol: 'tcp', from_port: 443, to_port: 443, cidrs: ['0.0.0.0/0'] }],
    }),
  },
  {
    type: 'sample_database',
    name: 'orders',
    config: { name: 'orders', engine: 'postgres', size_gb: 20, username: 'admin', password: 'hunter2' },
  },
  {
    type: 'sample_bucket',
    name: 'logs',
    config: {
      name: 'logs',
      policy: '{"Statement":[{"Effect":"Allow"}]}',
      encryption: { algorithm: 'aes' },
      lifecycle_rule: [{ enabled: true }],
    },
  },
  { type: 'sample_queue', name: 'jobs', indexKey: 'first', config: { name: 'first' } },
  { type: 'sample_queue', name: 'jobs', indexKey: 'second "quoted"', config: { name: 'second "quoted"' } },
  ...[1, 0].map((indexKey) => ({
    type: 'sample_role',
    name: 'app',
    indexKey,
    config: { name: `app-${indexKey}`, trust_policy: '{}', policies: ['a', 'b'] },
  })),
];

const FAKES: ApplyResource[] = [
  {
    type: 'fake_thing',
    name: 'kinds',
    config: {
      name: 'kinds',
      size: '123456789012345678901234567890',
      anything: { value: { a: [1, 'x'] }, type: ['object', { a: ['tuple', ['number', 'string']] }] },
      items: [{ name: 'a', count: 1 }],
      pair: ['a', 2],
      secret: 's3cret',
      owner: { name: 'me', token: 't0ken' },
      rule: [{ port: 1, match: [{ path: '/x', secret: 'inner' }] }],
      volume: [{ device: 'sda' }],
      zone: { a: { subnet: 'x' } },
      limits: { cpu: 1.5 },
    },
  },
  { type: 'fake_server', name: 'one', config: { name: 'one' } },
];

async function applied(
  installed: Installed,
  providerConfig: object,
  resources: ApplyResource[],
): Promise<StateDocument> {
  await using plugin = await opened(installed);
  const config = providerConfig as Parameters<typeof applyEstate>[0]['providerConfig'];
  return await applyEstate({ plugin, source: installed.source, providerConfig: config, resources });
}

/** The resources of a state. Sorts the paths of sensitive attributes, whose order has no meaning. */
function resourcesOf(state: StateDocument): unknown {
  return state.resources.map((resource) => ({
    ...resource,
    instances: resource.instances.map((instance) => ({
      ...instance,
      sensitive_attributes: instance.sensitive_attributes.map((path) => JSON.stringify(path)).sort(),
    })),
  }));
}

describe.skipIf(await missing('terraform')).each([5, 6] as const)('terraform, protocol %i', (protocol) => {
  test('applies an estate of both providers, plans nothing afterwards, and writes the state that applyEstate writes', async () => {
    await using dir = await temporaryDirectory();
    const mirror = join(dir.path, 'mirror');
    const sample = await installSampleProvider(mirror, { protocol });
    const fake = await installFakeProvider(mirror, { protocol });
    const cloud = await startStandInCloud();
    const second = await startStandInCloud();
    try {
      const theirs = await terraformApply(dir.path, cloud.url);
      const plan = await terraform(dir.path, 'plan', '-detailed-exitcode');
      expect(plan).toMatchObject({ code: 0, said: expect.stringContaining('No changes.') });

      const config = { endpoint: second.url, region: 'eu-1', default_tags: { tags: { team: 'ops' } } };
      const ours = await applied(sample, config, SAMPLES);
      const fakes = await applied(fake, { region: 'r1' }, FAKES);
      const resources = [...fakes.resources, ...ours.resources];
      const written = JSON.parse(JSON.stringify({ ...ours, resources })) as StateDocument;
      expect(resourcesOf(written)).toEqual(resourcesOf(theirs));
      expect(JSON.stringify(fakes)).toContain('"size":123456789012345678901234567890');
      expect(await readFile(join(dir.path, 'terraform.tfstate'), 'utf8')).toContain('123456789012345678901234567890');
    } finally {
      await Promise.all([cloud.stop(), second.stop()]);
    }
  });
});
