import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SOURCE_KINDS } from '../../src/sources/open.ts';
import { createWays } from '../../src/sources/ways.ts';
import { missing } from '../../testkit/needs.ts';
import { consulWorld } from '../../testkit/sources/consul.ts';
import { kubernetesWorld } from '../../testkit/sources/kubernetes.ts';
import type { SourceServer } from '../../testkit/sources/world.ts';

/** A state of more than twelve parts, whose alphabetical order differs from Terraform's order. */
const LARGE = JSON.stringify({ version: 4, serial: 1, lineage: randomBytes(9_000_000).toString('base64') });

const ways = createWays({ networks: ['loopback'], http: true, backoffMs: 1 });
afterAll(() => ways[Symbol.dispose]());

const isMissing = await missing(...consulWorld.needs, ...kubernetesWorld.needs);

describe.skipIf(isMissing).each([kubernetesWorld, consulWorld])('$kind', (world) => {
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

test.skipIf(isMissing)('reads no other keys of Consul as the chunks of a state', async () => {
  await using server = await consulWorld.start();
  await server.put('secret/password', 'hunter2');
  await server.put('terraform/app', JSON.stringify({ 'current-hash': 'x', chunks: ['secret/password'] }));
  const source = SOURCE_KINDS.consul.open({ ...server, narrower: '' }, ways);
  await expect(source.read('terraform/app')).rejects.toThrow(expect.objectContaining({ code: 'invalid' }));
  expect(server.front?.asked.filter((path) => path.includes('secret'))).toEqual([]);
});

describe.skipIf(isMissing)('a list of Kubernetes', () => {
  let server: Awaited<ReturnType<typeof kubernetesWorld.start>>;
  const keys = Array.from({ length: 20 }, (_, i) => `tfstate-default-app${String.fromCodePoint(97 + i)}`);
  const listed = async () => {
    const source = SOURCE_KINDS.kubernetes.open({ ...server, narrower: '' }, ways);
    return (await Array.fromAsync(source.list())).map(({ key }) => key);
  };
  beforeAll(async () => {
    server = await kubernetesWorld.start();
    for (const key of keys) await server.put(key, '{}');
  });
  afterAll(() => server?.[Symbol.asyncDispose]());
  afterEach(() => server.front?.heal());

  test('goes on where its versions were forgotten between two pages', async () => {
    let asked = 0;
    server.smallPages?.();
    server.front!.answer = async (url) => {
      if (!url.searchParams.has('limit')) return undefined;
      asked += 1;
      if (asked !== 2) return undefined;
      await server.litter?.();
      await server.compact();
      return undefined;
    };
    expect(await listed()).toEqual(keys);
    // Three pages, and the second one twice.
    expect(asked).toBe(4);
  });

  test('is not taken for whole where it cannot go on', async () => {
    server.smallPages?.();
    server.front?.fail({ status: 410, body: '{"kind":"Status","reason":"Expired"}' }, { times: 1, path: /continue=/ });
    await expect(listed()).rejects.toThrow(expect.objectContaining({ code: 'source_unreachable' }));
  });
});
