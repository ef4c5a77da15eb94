import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Value } from '../../../src/base/value.ts';
import { decodeValue } from '../../../src/provider/codec/decode.ts';
import { applyEstate } from '../../apply.ts';
import { startStandInCloud, type StandInCloud } from '../../cloud/start.ts';
import type { StateInstance } from '../../state-document.ts';
import { temporaryDirectory } from '../../tmp.ts';
import { installSampleProvider, type Installed } from '../install.ts';
import { configure, opened } from '../open.ts';

let cloud: StandInCloud;
let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let installed: Installed;
let estate: JsonObject;
beforeAll(async () => {
  dir = await temporaryDirectory();
  cloud = await startStandInCloud();
  installed = await installSampleProvider(dir.path);
  estate = { endpoint: cloud.url, region: 'eu-1', default_tags: { tags: { team: 'ops' } } };
});
afterAll(async () => {
  await cloud.stop();
  await dir[Symbol.asyncDispose]();
});

async function created(type: string, config: JsonObject): Promise<StateInstance> {
  await using plugin = await opened(installed);
  const resources = [{ type, name: 'x', config }];
  const state = await applyEstate({ plugin, source: installed.source, providerConfig: estate, resources });
  return state.resources[0]!.instances[0]!;
}

/** Reads an instance with the given configuration. */
async function readAgain(type: string, { attributes, schema_version }: StateInstance, config = estate): Promise<Value> {
  await using plugin = await opened(installed);
  const { blocks } = await configure(plugin, config);
  const raw_state = { json: Buffer.from(JSON.stringify(attributes)) };
  const up = await plugin.call('UpgradeResourceState', { type_name: type, version: schema_version, raw_state }, 5000);
  const read = await plugin.call('ReadResource', { type_name: type, current_state: up.upgraded_state! }, 5000);
  if (read.diagnostics[0]) throw new Error(read.diagnostics[0].summary);
  return decodeValue(read.new_state, blocks[type]!);
}

const object = (type: string, id: unknown): string => `${cloud.url}/sample/eu-1/${type}/${String(id)}`;
const patch = (url: string, body: object) => fetch(url, { method: 'PATCH', body: JSON.stringify(body) });

test('reads changes outside Terraform, and other values as in the state', async () => {
  const config = { name: 'orders', engine: 'postgres', size_gb: 20, username: 'admin', password: 'hunter2' };
  const made = await created('sample_database', config);
  expect(made).toMatchObject({ schema_version: 2, sensitive_attributes: [[{ type: 'get_attr', value: 'password' }]] });
  expect(made.attributes).toMatchObject({ ...config, backup_retention: 7, multi_zone: false, network_id: null });
  expect(await readAgain('sample_database', made)).toEqual(made.attributes);
  await patch(object('database', made.attributes['id']), { backup_retention: 0, password: 'changed' });
  const changed = { ...made.attributes, backup_retention: 0, password: 'changed' };
  expect(await readAgain('sample_database', made)).toEqual(changed);
});

test('shows default tags in tags_all alone, and a tag added by hand in both', async () => {
  const made = await created('sample_queue', { name: 'jobs', tags: { env: 'prod' } });
  expect(made.attributes).toMatchObject({ tags: { env: 'prod' }, tags_all: { env: 'prod', team: 'ops' } });
  await patch(object('queue', made.attributes['id']), { tags: { by: 'hand' } });
  const both = { tags: { env: 'prod', by: 'hand' }, tags_all: { env: 'prod', team: 'ops', by: 'hand' } };
  expect(await readAgain('sample_queue', made)).toMatchObject(both);
});

test('reads a resource as gone that was deleted or is in another region', async () => {
  const made = await created('sample_network', { name: 'main', cidr: '10.0.0.0/16' });
  expect(await readAgain('sample_network', made, { ...estate, region: 'us-1' })).toBeNull();
  await fetch(object('network', made.attributes['id']), { method: 'DELETE' });
  expect(await readAgain('sample_network', made)).toBeNull();
});

test('reports an unreachable cloud as an error, not as a deletion', async () => {
  const made = await created('sample_role', { name: 'app', trust_policy: '{}' });
  const away = { ...estate, endpoint: 'http://127.0.0.1:9' };
  await expect(readAgain('sample_role', made, away)).rejects.toThrow('does not answer');
});

test('rejects a configuration without an endpoint', async () => {
  await using plugin = await opened(installed);
  expect((await configure(plugin, { endpoint: 'nowhere', region: 'r' })).refused).toEqual(['Invalid endpoint']);
});
