import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plumbline } from '../../../testkit/cli.ts';
import { openSampleWorld } from '../../../testkit/demo/sample.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import type { DemoWorld } from '../demo/world.ts';

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let world: DemoWorld;
let env: Record<string, string>;
let file: string;

async function stateText(): Promise<string> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const s3 = new S3Client({
    endpoint: world.env.AWS_ENDPOINT_URL,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
  });
  const object = { Bucket: world.settings.state_bucket, Key: `${world.settings.state_prefix}production.tfstate` };
  return (await s3.send(new GetObjectCommand(object))).Body!.transformToString();
}

beforeAll(async () => {
  dir = await temporaryDirectory();
  const options = { env: {}, directory: dir.path, say: () => undefined, signal: new AbortController().signal };
  world = await openSampleWorld(options);
  await world.apply();
  env = { ...world.env, XDG_CACHE_HOME: join(dir.path, 'cache') };
  file = join(dir.path, 'production.tfstate');
  await writeFile(file, await stateText());
});

afterAll(async () => {
  await world.close();
  await dir[Symbol.asyncDispose]();
});

describe('before anything was changed', () => {
  test('exits with 0 without drift', async () => {
    const { code, out, err } = await plumbline(['scan', file], env).ended;
    expect({ code, err: err.replaceAll(/^reading .*\n/gm, '') }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^No drift: 12 resources checked/);
  });

  test('refuses options of an inventory without one', async () => {
    const { code, err } = await plumbline(['scan', file, '--type', 'aws_iam_*'], env).ended;
    expect(code).toBe(1);
    expect(err).toContain('--type is about unmanaged resources. Add --unmanaged, or leave it out.');
  });

  test('exits with 1 without a provider, and with 0 under --allow-unread', async () => {
    const mixed = join(dir.path, 'mixed');
    await mkdir(mixed);
    const state = await stateText();
    await writeFile(join(mixed, 'good.tfstate'), state);
    await writeFile(
      join(mixed, 'other.tfstate'),
      state.replaceAll('plumbline.dev/demo/sample', 'example.com/acme/none'),
    );
    const strict = await plumbline(['scan', mixed, '--quiet'], env).ended;
    expect(strict.code).toBe(1);
    expect(strict.out).toContain('No drift found, but 12 of 24 resources were not checked.');
    expect(strict.out).toContain('example.com/acme/none');
    expect(strict.err).toMatch(/^plumbline: exit code 1, because .*--allow-unread.*\n$/);
    expect((await plumbline(['scan', mixed, '--quiet', '--allow-unread'], env).ended).code).toBe(0);
  });
});

describe('after the cloud was changed', () => {
  beforeAll(async () => void (await world.meddle()));

  test('hides drift by a file of rules, and reports an invalid rule', async () => {
    const rules = join(dir.path, 'ignore.json');
    const scanned = async (content: unknown) => {
      await writeFile(rules, JSON.stringify(content));
      return plumbline(['scan', file, '--quiet', '--json', '--ignore', rules], env).ended;
    };
    const all = [{ type: 'sample_*', reason: 'not ours' }];
    const quiet = await scanned({ version: 3, rules: all });
    expect(quiet).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(quiet.out)).toMatchObject({ findings: [], counts: { resources: 12, skipped: 12 } });
    const tags = await scanned([{ attribute: 'tags', reason: 'somebody else sets them' }]);
    expect([tags.code, (JSON.parse(tags.out) as Analysis).findings.length]).toEqual([2, 5]);
    expect(await scanned([...all, { address: '*', reason: 'all' }])).toMatchObject({
      code: 1,
      err: expect.stringContaining('ignore.json: rule 2: the rule would ignore everything'),
    });
    expect((await scanned({ rules: 'none' })).err).toContain('has to hold a list of rules');
  });

  test('applies and names a .plumbline.yml beside the state, unless it is turned off', async () => {
    const config = join(dir.path, '.plumbline.yml');
    const scanned = async (...args: string[]) => plumbline(['scan', file, '--json', ...args], env).ended;
    await writeFile(
      config,
      'version: 1\nignore:\n  - type: sample_*\n    reason: not ours\n  - {id: gone, address: module.gone, reason: r}\n',
    );
    const quiet = await scanned();
    expect(quiet.code).toBe(0);
    expect(quiet.err).toContain(`Using ${config}: 2 ignore rules.`);
    const analysis = JSON.parse(quiet.out) as Analysis;
    expect(analysis.coverage[0]?.ignored_by).toEqual([{ id: 'rule-1', source: 'file' }]);
    expect(analysis.ignore_rules).toMatchObject([
      { id: 'rule-1', use: 'used', instances: 12, ignored: 12, warning: expect.stringContaining('12 of 12 resources') },
      { id: 'gone', use: 'unknown', instances: 0, ignored: 0 },
    ]);
    const output = (await plumbline(['scan', dir.path, '--quiet'], env).ended).out;
    expect(output.replaceAll(/\s+/g, ' ')).toContain('gone (file) matches nothing');
    const nothing = join(dir.path, 'nothing');
    await mkdir(nothing, { recursive: true });
    const failed = await plumbline(['scan', nothing, '--config', config, '--quiet'], env).ended;
    expect([failed.code, failed.out]).toEqual([1, expect.not.stringContaining('Ignore rules')]);
    expect((await scanned('--no-config')).code).toBe(2);
    await writeFile(config, 'version: 1\nignore:\n  - typ: sample_*\n    reason: r\n');
    expect(await scanned()).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${config}:3:5: "typ" is not known here`),
    });
    const check = await plumbline(['config', 'check', config], env).ended;
    expect([check.code, check.err]).toEqual([1, expect.stringContaining(':3:5: ')]);
    await rm(config);
    const gone = await plumbline(['config', 'check', config], env).ended;
    expect([gone.code, gone.err]).toEqual([1, `plumbline: ${config} does not exist. Check the path.\n`]);
    expect((await scanned()).err).not.toContain('Using');
  });

  test('ignores tags that the root module ignores, and names the file', async () => {
    const infra = join(dir.path, 'infra');
    await mkdir(infra);
    await copyFile(file, join(infra, 'production.tfstate'));
    const module = join(infra, 'main.tf');
    const scanned = async (...args: string[]) => plumbline(['scan', infra, '--quiet', ...args], env).ended;
    await writeFile(
      module,
      'provider "sample" {\n  region = var.region\n  ignore_tags {\n    keys = ["owner"]\n  }\n}\n',
    );
    const { out, err } = await scanned('--json');
    const analysis = JSON.parse(out) as Analysis;
    expect([err, analysis.counts.changed]).toEqual(['', 4]);
    expect(analysis.coverage.find(({ suppressed }) => suppressed)).toMatchObject({
      verdict: 'in_sync',
      suppressed: [
        { path: 'tags["owner"]', stage: 'ignore-tags' },
        { path: 'tags_all["owner"]', stage: 'ignore-tags' },
      ],
    });
    const ignore_tags = { keys: ['owner'], key_prefixes: [] };
    expect(analysis.tag_settings).toEqual([{ provider: 'sample', file: module, ignore_tags }]);
    expect((await scanned()).out.replaceAll(/\s+/g, ' ')).toContain(`sample ignores the tags owner (${module}).`);
    const without = JSON.parse((await scanned('--json', '--no-hcl')).out) as Analysis;
    expect([without.counts.changed, without.tag_settings]).toEqual([5, undefined]);
    await writeFile(module, 'provider "sample" {\n  ignore_tags {\n    keys = var.keys\n  }\n}\n');
    const unsure = await scanned('--json');
    expect([(JSON.parse(unsure.out) as Analysis).counts.changed, unsure.err]).toEqual([
      5,
      expect.stringContaining(`${module}: ignore_tags.keys of sample is no constant`),
    ]);
    await rm(module);
    expect(await scanned('--hcl', infra)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no *.tf files'),
    });
  });

  test('suppresses what the code beside the state ignores, and says where the code says so', async () => {
    const infra = join(dir.path, 'code');
    await mkdir(infra);
    await copyFile(file, join(infra, 'production.tfstate'));
    const code =
      'resource "sample_database" "orders" {\n  lifecycle {\n    ignore_changes = [deletion_protection, password]\n  }\n}\n';
    await writeFile(join(infra, 'main.tf'), code);
    const scanned = async (...args: string[]) => {
      const { out } = await plumbline(['scan', infra, '--quiet', '--json', ...args], env).ended;
      const { findings, coverage } = JSON.parse(out) as Analysis;
      const orders = ({ resource }: { resource: string }) => resource === 'sample_database.orders';
      const paths = findings.find(orders)?.attributes.map(({ path }) => path) ?? [];
      return { paths, suppressed: coverage.find(orders)?.suppressed ?? [] };
    };
    const [ignoring, without] = [await scanned(), await scanned('--no-hcl')];
    expect(without.paths).toContain('deletion_protection');
    expect(ignoring.paths).toEqual(without.paths.filter((path) => !/^(deletion_protection|password)$/.test(path)));
    expect(ignoring.suppressed).toContainEqual({
      path: 'deletion_protection',
      stage: 'ignore-changes',
      why: `the code ignores it: ignore_changes in ${infra}/main.tf`,
      before: true,
      after: false,
    });
  });

  test('exits with 2 on drift, and reports it in plain text', async () => {
    const { code, out, err } = await plumbline(['scan', file], env).ended;
    expect(code).toBe(2);
    expect(out).toMatch(/^6 of 12 resources drifted\.\n/);
    expect(out).toMatch(/^  [A-Z]+ +deleted  /m);
    expect(out).toContain('(sensitive) → (sensitive)');
    for (const text of [out, err]) {
      expect(text).not.toContain('hunter2');
      expect(text).not.toContain('\u001b');
    }
  });

  test('prints the analysis object alone as JSON', async () => {
    const target = `s3://${world.settings.state_bucket}/${world.settings.state_prefix}`;
    const { code, out } = await plumbline(['scan', target, '--json', '--quiet'], env).ended;
    const analysis = JSON.parse(out) as Analysis;
    expect(code).toBe(2);
    expect(analysis).toMatchObject({
      status: 'completed',
      counts: { resources: 12, changed: 5, deleted: 1, in_sync: 6 },
    });
    expect(analysis.findings.map(({ resource }) => resource)).toContain(
      'module.events["shop.v2"].sample_queue.queue["refunds"]',
    );
  });

  test('ends with 2 only for drift of --fail-on or worse', async () => {
    const scanned = async (...args: string[]) => plumbline(['scan', file, '--quiet', ...args], env).ended;
    const { findings } = JSON.parse((await scanned('--json')).out) as Analysis;
    const critical = findings.filter(({ severity }) => severity === 'critical');
    expect((await scanned('--fail-on', 'critical')).code).toBe(critical.length > 0 ? 2 : 0);
    const rules = join(dir.path, 'critical.json');
    const hidden = critical.map(({ resource }) => ({ address: resource, reason: 'not ours' }));
    await writeFile(rules, JSON.stringify(hidden));
    const below = await scanned('--fail-on', 'critical', '--ignore', rules);
    expect([below.code, below.err]).toEqual([0, expect.stringContaining('no drift is critical or worse')]);
  });

  test('writes the same scan in several formats, SARIF with the lines of the code', async () => {
    const infra = join(dir.path, 'formats');
    await mkdir(join(infra, '.git'), { recursive: true });
    await copyFile(file, join(infra, 'production.tfstate'));
    await writeFile(join(infra, 'main.tf'), '\n\nresource "sample_database" "orders" {\n}\n');
    const at = (name: string) => join(infra, name);
    const output = ['--output', `sarif=${at('x.sarif')}`, '--output', `junit=${at('x.xml')}`];
    const args = [infra, '--quiet', '--format', 'markdown', ...output];
    const { code, out } = await plumbline(['scan', ...args], env).ended;
    expect([code, out]).toEqual([2, expect.stringMatching(/^## 6 of 12/)]);
    const log = JSON.parse(await readFile(at('x.sarif'), 'utf8')) as { runs: [{ results: unknown[] }] };
    expect(log.runs[0].results).toHaveLength(6);
    expect(log.runs[0].results).toContainEqual(
      expect.objectContaining({
        locations: [
          expect.objectContaining({
            physicalLocation: expect.objectContaining({
              artifactLocation: { uri: 'main.tf', uriBaseId: '%SRCROOT%' },
              region: { startLine: 3 },
            }),
          }),
        ],
      }),
    );
    expect(await readFile(at('x.xml'), 'utf8')).toMatch(/ tests="12" failures="6" errors="0"/);
    const wrong = await plumbline(['scan', infra, '--output', 'pdf=x.pdf'], env).ended;
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('such as sarif=drift.sarif')]);
  });

  test('prints Markdown', async () => {
    const { code, out } = await plumbline(['scan', file, '--markdown', '--quiet'], env).ended;
    expect(code).toBe(2);
    expect(out).toMatch(/^## 6 of 12 resources drifted/);
  });
});

describe('a target that cannot be scanned', () => {
  test.each([
    ['a file that is not there', ['scan', '/nowhere/at/all.tfstate']],
    ['a bucket that is not there', ['scan', 's3://no-such-bucket/prefix']],
  ])('ends with 1 for %s, and says why in a line or two', async (_, args) => {
    const { code, out, err } = await plumbline([...args, '--quiet'], env).ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^plumbline: .+\n(.+\n)?$/);
    expect(err).not.toContain('    at ');
  });

  test('rejects a directory without a state', async () => {
    const empty = join(dir.path, 'empty');
    await mkdir(empty);
    const { code, out, err } = await plumbline(['scan', empty, '--quiet'], env).ended;
    expect(code).toBe(1);
    expect(out + err).toContain('no Terraform state');
  });
});
