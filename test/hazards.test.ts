import { writeFile, mkdir, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis, Coverage } from '../src/engine/model/analysis.ts';
import { runLocalScan } from '../src/server/compose-scan.ts';
import { installFakeProvider } from '../testkit/plugin/install.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const FAKE = 'plumbline.dev/testkit/fake';

type Instance = {
  name: string;
  attributes: Record<string, unknown>;
  schema_version?: number;
  type?: string;
  source?: string;
};

function state(...instances: Instance[]): string {
  return JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial: 7,
    lineage: 'a-lineage',
    outputs: {},
    resources: instances.map(({ name, attributes, schema_version = 2, type = 'fake_thing', source = FAKE }) => ({
      mode: 'managed',
      type,
      name,
      provider: `provider["${source}"]`,
      instances: [{ schema_version, attributes: { id: name, name, ...attributes }, sensitive_attributes: [] }],
    })),
  });
}

const good = (name: string): Instance => ({ name, attributes: {} });

describe('a scan', () => {
  let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
  let mirror: string;
  let runs = 0;

  beforeAll(async () => {
    dir = await temporaryDirectory();
    mirror = join(dir.path, 'mirror');
    await installFakeProvider(mirror);
  });
  afterAll(() => dir[Symbol.asyncDispose]());

  async function scan(files: Record<string, string | Uint8Array>, providerMirror = mirror): Promise<Analysis> {
    const target = join(dir.path, `states-${(runs += 1)}`);
    await mkdir(target);
    for (const [name, content] of Object.entries(files)) await writeFile(join(target, name), content);
    const PLUMBLINE_PROVIDER_SETTINGS = JSON.stringify([{ provider: 'plumbline.dev/testkit/*' }]);
    const env = { HOME: dir.path, XDG_CACHE_HOME: join(dir.path, 'cache'), PLUMBLINE_SANDBOX: 'off' };
    return runLocalScan({ target, providerMirror, env: { ...env, PLUMBLINE_PROVIDER_SETTINGS } });
  }
  const verdicts = (analysis: Analysis) =>
    Object.fromEntries(
      analysis.coverage.map(({ resource, verdict, reason }: Coverage) => [
        resource,
        reason ? `${verdict}/${reason}` : verdict,
      ]),
    );

  test('reads good states beside every kind of broken one, and reports each problem', async () => {
    const whole = state(good('a'));
    const analysis = await scan({
      'good.tfstate': whole,
      'empty.tfstate': '',
      'text.tfstate': 'hello\n',
      'cut.tfstate': whole.slice(0, -40),
      'damaged.tfstate': whole.replace('"serial":7', '"serial":7,,'),
      'v3.tfstate': JSON.stringify({ version: 3, serial: 1, lineage: 'x', modules: [] }),
      'encrypted.tfstate': JSON.stringify({ meta: {}, encrypted_data: 'c2VhbGVk', encryption_version: 'v0' }),
      'other.tfstate': '{"hello": "world"}',
      'shape.tfstate': JSON.stringify({ version: 4, serial: 1, resources: [{ mode: 'managed', type: 7 }] }),
    });
    expect(analysis.status).toBe('partial');
    expect(verdicts(analysis)).toEqual({ 'fake_thing.a': 'in_sync' });
    const codes = Object.fromEntries(analysis.states.map((one) => [one.key, one.code ?? one.status]));
    expect(codes).toEqual({
      'good.tfstate': 'read',
      'empty.tfstate': 'empty',
      'text.tfstate': 'not_json',
      'cut.tfstate': 'truncated',
      'damaged.tfstate': 'not_json',
      'v3.tfstate': 'old_version',
      'encrypted.tfstate': 'encrypted',
      'other.tfstate': 'not_a_state',
      'shape.tfstate': 'invalid',
    });
    for (const one of analysis.states) if (one.status === 'unreadable') expect(one.detail).toMatch(/^\S.{20,}\.$/);
    expect(analysis.ai_summary).toContain('8 states not checked.');
  });

  test('reads a state of 50 MB', async () => {
    const big = { name: 'big', attributes: {} };
    const analysis = await scan({
      'big.tfstate': `${state(big, good('small')).slice(0, -1)},"check_results":"${'x'.repeat(50_000_000)}"}`,
    });
    expect([analysis.status, analysis.counts.in_sync]).toEqual(['completed', 2]);
  });

  test('gives every instance its own verdict, none of it drift, whatever its provider does', async () => {
    const analysis = await scan({
      'all.tfstate': state(
        good('fine'),
        { name: 'panics', attributes: { on_read: ['panic'] } },
        { name: 'denied', attributes: { on_read: ['error:AccessDenied: not for you, token=abcdef123456'] } },
        { name: 'throttled', attributes: { on_read: ['error:Throttling: Rate exceeded'] } },
        { name: 'unknown', attributes: { on_read: ['unknown:note'] } },
        { name: 'wrong', attributes: { on_read: ['wrong_type:size'] } },
        { name: 'newer', attributes: {}, schema_version: 99 },
        { name: 'strange', attributes: {}, type: 'fake_nothing' },
        { name: 'elsewhere', attributes: {}, source: 'example.com/acme/none' },
      ),
    });
    expect(verdicts(analysis)).toMatchObject({
      'fake_thing.fine': 'in_sync',
      'fake_thing.panics': 'unreadable/provider_error',
      'fake_thing.denied': 'unreadable/denied',
      'fake_thing.throttled': 'unreadable/throttled',
      'fake_thing.newer': 'unsupported/schema_too_new',
      'fake_nothing.strange': 'unsupported/unknown_type',
      'fake_thing.elsewhere': 'unsupported/no_provider',
    });
    expect(analysis.findings).toEqual([]);
    expect(analysis.status).toBe('partial');
    const detail = (name: string) => analysis.coverage.find(({ resource }) => resource.endsWith(name))?.detail ?? '';
    expect(detail('.elsewhere')).toMatch(/example\.com\/acme\/none[\s\S]*--provider-mirror/);
    expect(detail('.denied')).not.toContain('abcdef123456');
  });

  test('distinguishes data sources, built-in resources and deposed objects from managed resources', async () => {
    const document = JSON.parse(state(good('kept'), { name: 'gone', attributes: { on_read: ['deleted'] } })) as {
      resources: { mode: string; type: string; provider: string; instances: object[] }[];
    };
    const [kept, gone] = document.resources;
    kept?.instances.push({ ...kept.instances[0], deposed: '0badcafe' });
    gone?.instances.push({ ...gone.instances[0], deposed: '1badcafe', attributes: { id: 'gone', name: 'gone' } });
    document.resources.push({ ...kept!, mode: 'data', instances: kept!.instances.slice(0, 1) });
    document.resources.push({
      ...kept!,
      type: 'terraform_data',
      provider: 'provider["terraform.io/builtin/terraform"]',
      instances: kept!.instances.slice(0, 1),
    });
    const analysis = await scan({ 'a.tfstate': JSON.stringify(document) });
    expect(verdicts(analysis)).toMatchObject({
      'fake_thing.kept': 'in_sync',
      'fake_thing.kept (deposed 0badcafe)': 'skipped/deposed',
      'fake_thing.gone': 'deleted',
      'data.fake_thing.kept': 'skipped/data_source',
      'terraform_data.kept': 'skipped/built_in',
    });
    expect(analysis.status).toBe('completed');
  });

  test('fails without a provider, and names the required one', async () => {
    const analysis = await scan({ 'a.tfstate': state({ ...good('a'), source: 'example.com/acme/none' }) });
    expect(analysis).toMatchObject({ status: 'failed', error: { code: 'no_provider' }, findings: [] });
    expect(analysis.error?.detail).toContain('example.com/acme/none');
  });

  test.each([
    ['is no program', async (path: string) => writeFile(path, 'just text')],
    ['prints garbage', async (path: string) => writeFile(path, '#!/bin/sh\necho hello\nsleep 30\n')],
    ['ends at once', async (path: string) => writeFile(path, '#!/bin/sh\nexit 3\n')],
  ])('survives a provider binary that %s', async (_what, write) => {
    const broken = join(dir.path, `broken-${(runs += 1)}`);
    const { path } = await installFakeProvider(broken, { source: 'plumbline.dev/testkit/broken' });
    await write(path);
    await chmod(path, 0o755);
    const analysis = await scan(
      { 'a.tfstate': state({ ...good('a'), source: 'plumbline.dev/testkit/broken' }) },
      broken,
    );
    expect(analysis).toMatchObject({ status: 'failed', findings: [], error: { code: 'provider_start_failed' } });
    expect(analysis.error?.detail).toContain('plumbline.dev/testkit/broken');
  });

  test('distinguishes a missing path from a directory without a state', async () => {
    await expect(runLocalScan({ target: join(dir.path, 'nothing'), env: { HOME: dir.path } })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await scan({ 'readme.txt': 'hello' })).toMatchObject({ status: 'failed', error: { code: 'no_states' } });
  });

  test('masks a secret of the resource in a provider’s error', async () => {
    const attributes = { secret: 'correct-horse', on_read: ['error:cannot use correct-horse here'] };
    const analysis = await scan({ 'a.tfstate': state({ name: 'a', attributes }) });
    expect(verdicts(analysis)).toEqual({ 'fake_thing.a': 'unreadable/provider_error' });
    expect(analysis.coverage[0]?.detail).toContain('cannot use (sensitive) here');
    expect(JSON.stringify(analysis)).not.toContain('correct-horse');
  });

  test('shows suppressed differences with the reason and both values, masked', async () => {
    const key = `AKIA${'Q7'.repeat(8)}`;
    const attributes = { generated: 'one-value', live: JSON.stringify({ generated: key }) };
    const { coverage } = await scan({ 'a.tfstate': state({ name: 'a', attributes }) });
    expect(coverage).toMatchObject([{ verdict: 'in_sync' }]);
    const why = 'only the cloud sets this attribute; nobody can have configured another value';
    expect(coverage[0]?.suppressed).toContainEqual(
      expect.objectContaining({
        path: 'generated',
        stage: 'computed-only',
        why,
        before: '(sensitive)',
        after: '(sensitive)',
      }),
    );
    expect(JSON.stringify(coverage)).not.toContain(key);
  });
});
