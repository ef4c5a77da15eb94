import { expect, test } from 'vitest';
import { parseModuleFile } from '../../base/module-files.ts';
import { blockOf, configurationsIn } from './provider-blocks.ts';
import { moduleScope, parseValueFile, valueFiles } from './variables.ts';

const WANTED = new Set(['terraform', 'provider', 'variable', 'locals']);

type Given = { values?: Record<string, string>; env?: Record<string, string>; workspace?: string };

/** The configurations in these files, by name. */
function configurations(files: Record<string, string>, { values = {}, env = {}, workspace }: Given = {}) {
  const parsed = Object.entries(files).map(([file, text]) => ({
    file,
    body: parseModuleFile(file, text, WANTED, { has: () => true }),
  }));
  const bodies = valueFiles(Object.keys(values)).map((name) => parseValueFile(name, values[name] ?? ''));
  const scope = moduleScope(
    parsed.map(({ body }) => body),
    { files: bodies, env, workspace },
  );
  return Object.fromEntries(configurationsIn(parsed, scope));
}

const main = (body: string, more = '') => ({ 'main.tf': `provider "acme" {\n${body}\n}\n${more}` });
const ACME = 'hashicorp/acme';

test('reads constants, nested blocks and repeated ones', () => {
  const body =
    'host = "a"\nport = 1\non = true\nnone = null\nlist = ["x", 2]\nmap = { a = "b" }\nexec {\n command = "c"\n}\nrule {\n n = 1\n}\nrule {\n n = 2\n}';
  expect(configurations(main(body))[ACME]).toEqual({
    config: {
      host: 'a',
      port: 1,
      on: true,
      none: null,
      list: ['x', 2],
      map: { a: 'b' },
      exec: { command: 'c' },
      rule: [{ n: 1 }, { n: 2 }],
    },
  });
});

test('names each configuration by its provider and alias, at either registry', () => {
  const files = {
    'main.tf': `terraform {\n required_providers {\n  pg = { source = "cyrilgdn/postgresql" }\n  own = { source = "registry.acme.dev/a/b" }\n }\n}
provider "pg" {\n host = "one"\n}\nprovider "pg" {\n alias = "west"\n host = "two"\n}\nprovider "own" {\n}\n`,
  };
  expect(configurations(files)).toEqual({
    'cyrilgdn/postgresql': { config: { host: 'one' } },
    'cyrilgdn/postgresql.west': { config: { host: 'two' } },
    'registry.acme.dev/a/b': { config: {} },
  });
  expect(blockOf({ source: 'registry.opentofu.org/cyrilgdn/postgresql', alias: 'west' })).toBe(
    'cyrilgdn/postgresql.west',
  );
});

test('takes the values of variables in the order of Terraform, and locals of them', () => {
  const code = main(
    'a = var.a\nb = var.b\nc = var.c\nd = var.d\ne = local.url\nf = var.f.x[1]',
    'variable "a" {\n default = "default"\n}\nvariable "b" {}\nvariable "c" {}\nvariable "d" {}\nvariable "f" {\n type = object({ x = list(string) })\n}\nlocals {\n url = "https://${local.host}:${var.port}/"\n host = var.a\n}\nvariable "port" {\n default = 8443\n}\n',
  );
  const given = {
    values: {
      'terraform.tfvars': 'b = "file"\nc = "file"\nd = "file"\n',
      'a.auto.tfvars': 'c = "auto a"\nd = "auto a"\n',
      'b.auto.tfvars.json': '{"d": "auto b"}',
      'other.tfvars': 'a = "not read"\n',
    },
    env: { TF_VAR_b: 'environment', TF_VAR_f: '{ x = ["0", "1"] }', TF_VAR_undeclared: 'x' },
  };
  expect(configurations(code, given)[ACME]).toEqual({
    config: { a: 'default', b: 'file', c: 'auto a', d: 'auto b', e: 'https://default:8443/', f: '1' },
  });
});

test.each([
  ['a = var.none', 'a (var.none)'],
  ['a = var.undeclared', 'a (var.undeclared)'],
  ['a = module.x.endpoint', 'a (module.x.endpoint)'],
  ['a = file("key")', 'a'],
  ['a = "x-${upper("y")}"', 'a'],
  ['a = terraform.workspace', 'a (terraform.workspace)'],
  ['a = local.loop', 'a (local.loop)'],
  ['exec {\n args = [data.x.y.z]\n}', 'exec (data.x.y.z)'],
  ['dynamic "exec" {\n for_each = []\n}', 'dynamic'],
])('does not guess %j, and names it', (body, unknown) => {
  const more = 'variable "none" {}\nlocals {\n loop = local.loop\n}\n';
  expect(configurations(main(`known = "k"\n${body}`, more))[ACME]).toEqual({ config: { known: 'k' }, unknown });
});

test('knows the workspace where the state tells it', () => {
  expect(configurations(main('a = "db-${terraform.workspace}"'), { workspace: 'blue' })[ACME]).toEqual({
    config: { a: 'db-blue' },
  });
});

test('lets override files replace settings, and takes none of two blocks', () => {
  const one = main('a = "1"\nb = "1"');
  expect(configurations({ ...one, 'x_override.tf': 'provider "acme" {\n b = "2"\n}\n' })[ACME]).toEqual({
    config: { a: '1', b: '2' },
  });
  expect(configurations({ ...one, 'b.tf': 'provider "acme" {\n}\n' })[ACME]).toEqual({
    config: {},
    unknown: 'more than one provider block',
  });
});

test('reads the JSON syntax in the same way', () => {
  const provider = {
    acme: [
      { host: '${var.host}', exec: { command: 'c' } },
      { alias: 'west', host: 'w-${var.host}' },
    ],
  };
  const files = { 'main.tf.json': JSON.stringify({ provider, variable: { host: { default: 'h' } } }) };
  expect(configurations(files)).toEqual({
    [ACME]: { config: { host: 'h', exec: { command: 'c' } } },
    [`${ACME}.west`]: { config: { host: 'w-h' } },
  });
});
