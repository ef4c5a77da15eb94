import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plumbline } from '../../../testkit/cli.ts';
import { openSampleWorld } from '../../../testkit/demo/sample.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import type { Explanation } from '../../engine/report/explain.ts';
import type { DemoWorld } from '../demo/world.ts';

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let world: DemoWorld;
let env: Record<string, string>;
let file: string;

beforeAll(async () => {
  dir = await temporaryDirectory();
  const options = { env: {}, directory: dir.path, say: () => undefined, signal: new AbortController().signal };
  world = await openSampleWorld(options);
  await world.apply();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const { AWS_ENDPOINT_URL: endpoint } = world.env;
  const s3 = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  const object = { Bucket: world.settings.state_bucket, Key: `${world.settings.state_prefix}production.tfstate` };
  env = { ...world.env, XDG_CACHE_HOME: join(dir.path, 'cache') };
  file = join(dir.path, 'production.tfstate');
  await writeFile(file, await (await s3.send(new GetObjectCommand(object))).Body!.transformToString());
  s3.destroy();
  await world.meddle();
});

afterAll(async () => {
  await world.close();
  await dir[Symbol.asyncDispose]();
});

const explained = (address: string, ...args: string[]) =>
  plumbline(['explain', address, file, '--quiet', ...args], env).ended;

test('prints drift with both values, its severity and hints, and ends with 2', async () => {
  const { code, out, err } = await explained('sample_database.orders');
  expect({ code, err }).toEqual({ code: 2, err: '' });
  expect(out).toContain('deletion_protection: true → false');
  expect(out).toContain('it is no longer protected from being deleted');
  expect(out).toContain('plumbline.dev/demo/sample');
  expect(out).toContain('lifecycle.ignore_changes');
  expect(out).not.toContain('hunter2');
});

test('prints the same as JSON', async () => {
  const { code, out } = await explained('sample_database.orders', '--json');
  const [explanation] = JSON.parse(out) as Explanation[];
  expect(code).toBe(2);
  expect(explanation).not.toHaveProperty('analysis_id');
  expect(explanation).toMatchObject({ verdict: 'changed', severity: 'high', steps: expect.arrayContaining([]) });
  expect(explanation?.steps.map(({ path, stage }) => [path, stage])).toContainEqual(['deletion_protection', 'drift']);
});

test('ends with 2 for a deleted resource, and with 0 and the rule for an ignored one', async () => {
  const gone = await explained('module.events["shop.v2"].sample_queue.queue["refunds"]');
  expect([gone.code, gone.out]).toEqual([2, expect.stringContaining('deleted outside Terraform')]);
  const rules = join(dir.path, 'rules.json');
  await writeFile(rules, JSON.stringify([{ id: 'ours', type: 'sample_*', reason: 'not ours' }]));
  const ruled = await explained('sample_database.orders', '--ignore', rules);
  expect([ruled.code, ruled.out]).toEqual([0, expect.stringContaining('Ignored by the rule ours (file): not ours')]);
});

test('ends with 1 and the nearest addresses for an unknown one', async () => {
  const { code, out, err } = await explained('sample_database.order');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`There is no sample_database.order in "${file}".`);
  expect(err).toContain('Did you mean\n  sample_database.orders\n');
});

test('refuses a target beside an analysis, and a scan option for a stored one', async () => {
  const both = await explained('a.b', '--analysis', 'an_1');
  expect([both.code, both.err]).toEqual([1, expect.stringContaining('one of the two, not both')]);
  const late = await plumbline(['explain', 'a.b', '--analysis', 'an_1', '--region', 'eu-west-1'], env).ended;
  expect([late.code, late.err]).toEqual([1, expect.stringContaining('--region is for a new scan')]);
});

test('explains an address in two states twice, with a line between', async () => {
  const several = join(dir.path, 'several');
  await mkdir(several);
  for (const name of ['a', 'b']) await copyFile(file, join(several, `${name}.tfstate`));
  const { out } = await plumbline(['explain', 'sample_database.orders', several, '--quiet'], env).ended;
  expect(out).toMatch(/^sample_database\.orders is in 2 states\.\n\nsample_database\.orders\n/);
  expect(out).toContain('\n\nsample_database.orders\n  ');
});

test('does not call a resource uncompared whose differences rules hide', async () => {
  const rules = join(dir.path, 'attributes.json');
  await writeFile(rules, JSON.stringify([{ id: 'ours', type: 'sample_*', attribute: '*', reason: 'r' }]));
  const { out, code } = await explained('sample_database.orders', '--ignore', rules, '--no-config');
  expect([code, out]).toEqual([0, expect.stringContaining('all its differences are ignored')]);
});

test('looks in this directory where nothing else is named', async () => {
  const { code, err } = await plumbline(['explain', 'a.b'], env).ended;
  expect([code, err]).toEqual([1, expect.stringContaining('There is no a.b in ".".')]);
});
