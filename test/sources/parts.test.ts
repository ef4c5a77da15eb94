import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SOURCE_KINDS } from '../../src/sources/open.ts';
import { createWays } from '../../src/sources/ways.ts';
import { consulWorld } from '../../testkit/sources/consul.ts';
import { kubernetesWorld } from '../../testkit/sources/kubernetes.ts';
import type { SourceServer } from '../../testkit/sources/world.ts';

/** A state of more than twelve parts, whose alphabetical order differs from Terraform's order. */
const LARGE = JSON.stringify({ version: 4, serial: 1, lineage: randomBytes(9_000_000).toString('base64') });

const ways = createWays({ networks: ['loopback'], http: true, backoffMs: 1 });
afterAll(() => ways[Symbol.dispose]());

describe.each([kubernetesWorld, consulWorld])('$kind', (world) => {
  let server: SourceServer;
  const opened = () => SOURCE_KINDS[world.kind].open({ ...server, narrower: '' }, ways);
  beforeAll(async () => {
    server = await world.start();
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  test('puts the parts of a large state together, and lists it once', async () => {
    const key = server.keyOf('default');
    await server.put(key, LARGE);
    const source = opened();
    const listed = await Array.fromAsync(source.list());
    expect(listed.map((one) => one.key)).toEqual([key]);
    const { bytes, etag } = await source.read(key);
    expect(Buffer.from(bytes).equals(Buffer.from(LARGE))).toBe(true);
    expect(etag).toBe(listed[0]?.etag);
  });

  test('does not take parts for a state that are not all there', async () => {
    const key = server.keyOf('default');
    await server.put(key, LARGE);
    const hash = createHash('md5').update(LARGE).digest('hex');
    const part = world.kind === 'consul' ? `${key}/tfstate.${hash}/3` : `${key}-part-3`;
    await server.remove(part);
    await expect(opened().read(key)).rejects.toThrow(expect.objectContaining({ code: 'invalid' }));
  });
});

test('reads no other keys of Consul as the chunks of a state', async () => {
  await using server = await consulWorld.start();
  await server.put('secret/password', 'hunter2');
  await server.put('terraform/app', JSON.stringify({ 'current-hash': 'x', chunks: ['secret/password'] }));
  const source = SOURCE_KINDS.consul.open({ ...server, narrower: '' }, ways);
  await expect(source.read('terraform/app')).rejects.toThrow(expect.objectContaining({ code: 'invalid' }));
  expect(server.front?.asked.filter((path) => path.includes('secret'))).toEqual([]);
});

test('goes on with a list of Kubernetes that has expired, and does not take its beginning for all of it', async () => {
  await using server = await kubernetesWorld.start();
  const keys = Array.from({ length: 20 }, (_, i) => `tfstate-default-app${String.fromCodePoint(97 + i)}`);
  for (const key of keys) await server.put(key, '{}');
  const source = SOURCE_KINDS.kubernetes.open({ ...server, narrower: '' }, ways);
  const expired = (token: object) => ({
    status: 410,
    body: JSON.stringify({ kind: 'Status', reason: 'Expired', metadata: token }),
  });
  server.front?.fail(expired({ continue: '7' }), { times: 1, path: /continue=7/ });
  expect((await Array.fromAsync(source.list())).map(({ key }) => key)).toEqual(keys);
  server.front?.fail(expired({}), { times: 1, path: /continue=7/ });
  await expect(Array.fromAsync(source.list())).rejects.toThrow(expect.objectContaining({ code: 'source_unreachable' }));
});
