import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { devOverride, mirrorServes, parseCliConfig, readCliConfigs } from './cli-config.ts';
import { parseProviderSource, type ProviderSource } from '../address/source.ts';

function source(text: string): ProviderSource {
  const parsed = parseProviderSource(text);
  if (!parsed) throw new Error(`not a source: ${text}`);
  return parsed;
}

/** The error that `work` throws, if any. */
function attempt(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

const NATIVE = String.raw`
# a comment
disable_checkpoint = true // another
plugin_cache_dir   = "$HOME/.terraform.d/plugin-cache"
credentials "app.terraform.io" { token = "s3cret-token" }
credentials_helper "x" {
  args = ["--host=\"credstore\"", "${'$'}{brace}",]
}
providers = { aws = "/old/style", "b" : 1, }
/* provider_installation { filesystem_mirror { path = "/commented/out" } } */
provider_installation {
  dev_overrides {
    "hashicorp/null" = "/home/dev/null"
    "example.com/acme/widget" = "../widget"
  }
  filesystem_mirror {
    path    = "/usr/share/terraform/providers"
    include = ["example.com/*/*", "hashicorp/aws"]
  }
  filesystem_mirror { path = "relative/mirror" }
  network_mirror { url = "https://example.com/" }
  direct { exclude = ["example.com/*/*"] }
}
note = <<-EOT
    provider_installation { not here }
    EOT
`;

const JSON_FORM = JSON.stringify({
  disable_checkpoint: true,
  plugin_cache_dir: '${HOME}/.terraform.d/plugin-cache',
  credentials: { 'app.terraform.io': { token: 's3cret-token' } },
  provider_installation: [
    {
      dev_overrides: [{ 'hashicorp/null': '/home/dev/null', 'example.com/acme/widget': '../widget' }],
      filesystem_mirror: [
        { path: '/usr/share/terraform/providers', include: ['example.com/*/*', 'hashicorp/aws'] },
        { path: 'relative/mirror' },
      ],
      direct: {},
    },
  ],
});

test.each([
  ['native', NATIVE],
  ['JSON', JSON_FORM],
])('reads mirrors, overrides and the cache directory from the %s syntax', (_, text) => {
  expect(parseCliConfig(text, '/home/u/.terraformrc', { HOME: '/home/u' })).toEqual({
    file: '/home/u/.terraformrc',
    pluginCacheDir: '/home/u/.terraform.d/plugin-cache',
    mirrors: [
      { path: '/usr/share/terraform/providers', include: ['example.com/*/*', 'hashicorp/aws'], exclude: [] },
      { path: 'relative/mirror', include: undefined, exclude: [] },
    ],
    devOverrides: [
      { source: 'hashicorp/null', path: '/home/dev/null' },
      { source: 'example.com/acme/widget', path: '../widget' },
    ],
  });
});

test('reads nothing from an empty file', () => {
  const nothing = { mirrors: [], devOverrides: [], pluginCacheDir: undefined };
  expect(parseCliConfig('', 'f', {})).toMatchObject(nothing);
  expect(parseCliConfig('\ufeff  # only this\r\n', 'f', {})).toMatchObject(nothing);
});

test.each([
  ['a block that is not closed', 'provider_installation {\n  filesystem_mirror {\n'],
  ['a value that is missing', '\n\nplugin_cache_dir =\n'],
  ['a string that is not closed', 'plugin_cache_dir = "/x\n'],
  ['an unknown sign', 'a = 1\nb = @'],
  ['a brace too many', 'a = 1\n}\n'],
  ['a list without commas', 'a = ["x" "s3cret-token"]'],
  ['a bad escape', String.raw`a = "\q s3cret-token"`],
  ['endless nesting', 'a {'.repeat(10_000)],
  ['endless lists', `a = ${'['.repeat(10_000)}`],
  ['JSON that is cut off', '{"credentials": {"app": {"token": "s3cret-token"'],
])('reports %s without quoting the file', (_, text) => {
  const error = attempt(() => parseCliConfig(text, 'f', {}));
  const message = error instanceof SyntaxError ? 'JSON' : String(error);
  expect(message).toMatch(/line \d+|JSON/);
  expect(message).not.toContain('s3cret');
});

test('answers or throws an error for any text', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '=',
    '"',
    '\\',
    'a',
    ' ',
    '\n',
    '#',
    '<<',
    '<<-EOT\n',
    '/*',
    ',',
    '1',
    '$',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 60 }).map((p) => p.join('')),
      ),
      (text) => {
        const outcome = attempt(() => parseCliConfig(text, 'f', {}));
        expect(outcome === undefined || (outcome instanceof Error && !(outcome instanceof RangeError))).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test('reads any string back from the native syntax', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (path) => {
      fc.pre(path !== '');
      const text = `provider_installation { filesystem_mirror { path = ${JSON.stringify(path)} } }`;
      expect(parseCliConfig(text, 'f', {}).mirrors).toEqual([{ path, include: undefined, exclude: [] }]);
    }),
  );
});

describe('mirrors by provider', () => {
  const mirror = (include?: string[], exclude: string[] = []) => ({ path: '/m', include, exclude });
  const aws = source('registry.terraform.io/hashicorp/aws');

  test.each([
    [undefined, [], true],
    [['*/*'], [], true],
    [['hashicorp/*'], [], true],
    [['registry.terraform.io/*/*'], [], true],
    [['registry.opentofu.org/hashicorp/aws'], [], true],
    [['example.com/*/*'], [], false],
    [[], [], false],
    [['*/*'], ['hashicorp/aws'], false],
    [undefined, ['*/*/*'], false],
  ])('include %j, exclude %j: %j', (include, exclude, expected) => {
    expect(mirrorServes(mirror(include, exclude), aws)).toBe(expected);
  });

  test('matches no private host by a pattern without a host', () => {
    expect(mirrorServes(mirror(['*/*']), source('example.com/hashicorp/aws'))).toBe(false);
  });
});

test('applies an override to its provider only', () => {
  const config = parseCliConfig(NATIVE, 'f', {});
  expect(devOverride(config, source('registry.opentofu.org/hashicorp/null'))).toBe('/home/dev/null');
  expect(devOverride(config, source('example.com/hashicorp/null'))).toBeUndefined();
});

describe('configuration files', () => {
  const cache = (path: string) => `plugin_cache_dir = "${path}"`;
  const read = async (env: Record<string, string>) => {
    const warnings: string[] = [];
    const configs = await readCliConfigs(env, (warning) => warnings.push(warning));
    return { caches: configs.map((config) => config.pluginCacheDir), warnings };
  };

  test("reads Terraform's and OpenTofu's files, and those of the configuration directory", async () => {
    await using home = await temporaryDirectory();
    await mkdir(join(home.path, '.terraform.d'));
    await mkdir(join(home.path, '.config', 'opentofu'), { recursive: true });
    await writeFile(join(home.path, '.terraformrc'), cache('/1'));
    await writeFile(join(home.path, '.tofurc'), cache('/2'));
    await writeFile(join(home.path, '.config', 'opentofu', 'tofurc'), cache('/3'));
    await writeFile(join(home.path, '.terraform.d', 'a.tfrc'), cache('/4'));
    await writeFile(join(home.path, '.terraform.d', 'b.tfrc.json'), '{"plugin_cache_dir": "/5"}');
    await writeFile(join(home.path, '.terraform.d', 'credentials.json'), '{}');
    expect(await read({ HOME: home.path })).toEqual({ caches: ['/1', '/2', '/3', '/4', '/5'], warnings: [] });
  });

  test('reads a named file in their place, even if it does not exist', async () => {
    await using home = await temporaryDirectory();
    await writeFile(join(home.path, '.terraformrc'), cache('/usual'));
    await writeFile(join(home.path, 'own.tfrc'), cache('/own'));
    const env = (file: string) => ({ HOME: home.path, TF_CLI_CONFIG_FILE: join(home.path, file) });
    expect(await read(env('own.tfrc'))).toEqual({ caches: ['/own'], warnings: [] });
    expect(await read(env('missing.tfrc'))).toEqual({ caches: [], warnings: [] });
  });

  test('reads the files of Windows from the application data', async () => {
    await using data = await temporaryDirectory();
    await writeFile(join(data.path, 'terraform.rc'), cache('/w'));
    expect(await read({ APPDATA: data.path })).toEqual({ caches: ['/w'], warnings: [] });
  });

  test('warns of an unreadable file without quoting it, and reads the others', async () => {
    await using home = await temporaryDirectory();
    await writeFile(join(home.path, '.terraformrc'), '{"credentials": {"app": {"token": s3cret}}}');
    await writeFile(join(home.path, '.tofurc'), cache('/2'));
    const { caches, warnings } = await read({ HOME: home.path });
    expect(caches).toEqual(['/2']);
    expect(warnings).toEqual([
      `The Terraform CLI configuration ${join(home.path, '.terraformrc')} was passed over: it is not valid JSON.`,
    ]);
  });
});
