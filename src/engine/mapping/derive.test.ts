import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isModuleFile } from '../../base/module-files.ts';
import { deriveMapping, type Derived } from './derive.ts';
import { backendFacts, moduleFacts } from './module-facts.ts';
import { nameIn } from './paths.ts';

function derive(files: Record<string, string>): Derived {
  return deriveMapping(
    Object.entries(files).map(([path, text]) => {
      const name = nameIn(path);
      return { path, facts: isModuleFile(name) ? moduleFacts(name, text) : backendFacts(path, text) };
    }),
  );
}

const s3 = (...settings: string[]) => `terraform {\n  backend "s3" {\n    ${settings.join('\n    ')}\n  }\n}\n`;
const claimsOf = (files: Record<string, string>) =>
  derive(files).claims.map(({ key, bucket, workspaces, path }) => ({ key, bucket, workspaces, path }));

describe('a backend block', () => {
  test('claims the state of its directory and those of its workspaces', () => {
    expect(
      claimsOf({ 'infra/net/main.tf': s3('bucket = "states"', 'key = "net.tfstate"', 'region = "eu-west-1"') }),
    ).toEqual([{ key: 'net.tfstate', bucket: 'states', workspaces: 'env:', path: 'infra/net' }]);
    expect(claimsOf({ 'main.tofu': s3('bucket = "b"', 'key = "k"', 'workspace_key_prefix = "ws/net"') })).toEqual([
      { key: 'k', bucket: 'b', workspaces: 'ws/net', path: '.' },
    ]);
  });

  test('takes the DynamoDB lock table from the block or a single file, and ignores invalid names', () => {
    const locksOf = (files: Record<string, string>) => derive(files).claims.map(({ key, lock }) => [key, lock]);
    const table = 'dynamodb_table = "locks"';
    expect(
      locksOf({ 'a/main.tf': s3('key = "a"', table, 'region = "eu-west-1"'), 'b/main.tf': s3('key = "b"') }),
    ).toEqual([
      ['a', { table: 'locks', region: 'eu-west-1' }],
      ['b', undefined],
    ]);
    const shared = {
      'a/main.tf': s3('key = "a"', 'region = "eu-west-1"'),
      'common/backend.hcl': `bucket = "s"\n${table}\n`,
    };
    expect(locksOf(shared)).toEqual([['a', { table: 'locks', region: 'eu-west-1' }]]);
    expect(locksOf({ ...shared, 'other/backend.hcl': 'dynamodb_table = "more"' })).toEqual([['a', undefined]]);
    expect(locksOf({ ...shared, 'a/backend.hcl': 'bucket = "s"\ndynamodb_table = "own"' })).toMatchObject([
      ['a', { table: 'own' }],
    ]);
    const elsewhere = { ...shared, 'a/main.tf': s3('key = "a"', 'bucket = "t"') };
    expect(locksOf(elsewhere)).toEqual([['a', undefined]]);
    for (const name of ['a b', 'http://169.254.169.254/', '${x}', ''])
      expect(locksOf({ 'main.tf': s3('key = "a"', `dynamodb_table = ${JSON.stringify(name)}`) })).toEqual([
        ['a', undefined],
      ]);
    expect(locksOf({ 'main.tf': s3('key = "a"', table, 'region = "evil.example/#"') })).toEqual([
      ['a', { table: 'locks' }],
    ]);
  });

  test('reads a backend block in JSON', () => {
    const json = JSON.stringify({ terraform: [{ backend: { s3: { bucket: 'b', key: 'k' } } }] });
    expect(claimsOf({ 'a/main.tf.json': json })).toMatchObject([{ key: 'k', bucket: 'b', path: 'a' }]);
  });

  test('claims one state for each backend file beside it that names a key', () => {
    const files = {
      'app/main.tf': s3('region = "eu-west-1"'),
      'app/env/prod.tfbackend': 'bucket = "states"\nkey = "prod/app.tfstate"\n',
      'app/env/dev.s3.tfbackend': 'bucket = "states"\nkey    = "dev/app.tfstate"\n',
      'app/env/vars.hcl': 'anything = "else"\nkey = "x"\n',
    };
    expect(claimsOf(files)).toEqual([
      { key: 'dev/app.tfstate', bucket: 'states', workspaces: 'env:', path: 'app' },
      { key: 'prod/app.tfstate', bucket: 'states', workspaces: 'env:', path: 'app' },
    ]);
    expect(claimsOf({ 'app/main.tf': s3('key = "k"'), 'app/backend.hcl': 'bucket = "states"' })).toMatchObject([
      { key: 'k', bucket: 'states' },
    ]);
  });

  test('matches a backend file in another directory only where it is unambiguous', () => {
    const files = { 'infra/net/main.tf': s3(), 'infra/app/main.tf': s3(), 'backends/net.tfbackend': 'key = "net"' };
    const found = derive(files);
    expect(found.claims).toMatchObject([{ key: 'net', path: 'infra/net' }]);
    expect(found.problems).toEqual([
      { path: 'infra/app/main.tf', detail: expect.stringContaining('names no key') as string },
    ]);
    expect(derive({ ...files, 'backends/x.tfbackend': 'key = "x"' }).claims).toMatchObject([
      { key: 'net', path: 'infra/net' },
      { key: 'x', path: null },
    ]);
  });

  test('reports a non-constant key and claims nothing', () => {
    const { claims, problems } = derive({ 'a/main.tf': s3('bucket = "b"', 'key = "${var.env}/k"') });
    expect(claims).toEqual([]);
    expect(problems).toEqual([{ path: 'a/main.tf', detail: expect.stringContaining('no constant') as string }]);
  });

  test('applies override files and reports duplicate backends', () => {
    const files = { 'a/main.tf': s3('key = "k"'), 'a/override.tf': s3('key = "other"') };
    expect(claimsOf(files)).toMatchObject([{ key: 'other' }]);
    const twice = derive({ 'a/main.tf': s3('key = "k"'), 'a/b.tf': s3('key = "other"') });
    expect([twice.claims.length, twice.problems.length]).toEqual([2, 1]);
    const twins = derive({ 'a/main.tf': s3('key = "k"'), 'b/main.tf': s3('key = "k"') });
    expect(twins.problems).toEqual([{ path: 'b', detail: 'its state is that of a, too: they overwrite each other.' }]);
  });

  test('claims nothing for unknown backends and terraform_remote_state', () => {
    const remote =
      'data "terraform_remote_state" "net" {\n  backend = "s3"\n  config = { bucket = "b", key = "k" }\n}\n';
    expect(derive({ 'a/main.tf': remote, 'b/main.tf': 'terraform {\n  backend "oss" {}\n}\n' })).toMatchObject({
      claims: [],
      layout: { roots: ['b'] },
      problems: [],
    });
  });

  test('drops credentials and all other settings', () => {
    const text = s3('bucket = "b"', 'key = "k"', 'secret_key = "s3cr3t-s3cr3t"', 'access_key = "AKIAABCDEFGHIJKLMNOP"');
    const provider =
      'provider "aws" {\n  secret_key = "s3cr3t-s3cr3t"\n  default_tags {\n    tags = { team = "x", t = "ghp_abcdefghijklmnopqrstuvwxyz0123" }\n  }\n}\n';
    const facts = JSON.stringify([
      moduleFacts('main.tf', text + provider),
      backendFacts('x.tfbackend', 'key = "k"\nsecret_key = "s3cr3t-s3cr3t"'),
    ]);
    expect(facts).toContain('team');
    expect(facts).not.toMatch(/s3cr3t|AKIA|ghp_/);
  });
});

test('links modules and the files they read to the root modules that call them', () => {
  const { layout } = derive({
    'infra/app/main.tf': `${s3('key = "k"')}module "a" {\n  source = "../../modules/a"\n}\nmodule "far" {\n  source = "../../../x"\n}\nmodule "reg" {\n  source = "acme/x/aws"\n}\n`,
    'modules/a/main.tf':
      'module "b" {\n  source = "./b"\n}\nlocals {\n  x = file("${path.module}/files/x.json")\n  y = templatefile("${path.module}/t/${var.n}.tpl", {})\n}\n',
    'modules/unused/main.tf': 'module "b" {\n  source = "../a"\n}\n',
  });
  expect(layout).toEqual({
    roots: ['infra/app'],
    modules: {
      'infra/app': { calls: ['modules/a'] },
      'modules/a': { calls: ['modules/a/b'], files: ['modules/a/files/x.json', 'modules/a/t'] },
    },
  });
});

test.each([
  ['does not end', `terraform {\n  backend "s3" {\n`],
  ['is no HCL', 'terraform { backend "s3" }}}}'],
  ['nests without end', `# backend\nterraform ${'{ a = ['.repeat(50_000)}`],
  ['is one long string', `# backend\nterraform { x = "${'${'.repeat(100_000)}`],
])('reports a file that %s without repeating its text', (_, text) => {
  const { claims, problems } = derive({ 'a/main.tf': text, 'b/main.tf': s3('key = "k"') });
  expect(claims).toMatchObject([{ key: 'k' }]);
  expect(problems).toMatchObject([{ path: 'a/main.tf' }]);
  expect(problems[0]?.detail.length).toBeLessThan(200);
});

test('ignores the order of files', () => {
  const setting = fc.constantFrom(
    'key = "k"',
    'key = "j"',
    'key = var.k',
    'bucket = "b"',
    'bucket = "c"',
    'workspace_key_prefix = "w"',
  );
  const settings = fc.uniqueArray(setting, { maxLength: 3, selector: (one) => one.slice(0, 3) });
  const directory = fc.constantFrom('', 'a/', 'a/b/', 'c/');
  const module = fc
    .tuple(directory, fc.constantFrom('main.tf', 'main.tofu', 'x_override.tf', 'b.tf'), settings)
    .map(([dir, name, all]): [string, string] => [dir + name, s3(...all)]);
  const backend = fc
    .tuple(directory, fc.constantFrom('x.tfbackend', 'a.hcl', 'c.tfbackend'), settings)
    .map(([dir, name, all]): [string, string] => [dir + name, all.join('\n')]);
  const files = fc.uniqueArray(fc.oneof(module, backend), { selector: ([path]) => path, maxLength: 8 });
  fc.assert(
    fc.property(
      files.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([one, other]) => {
        expect(derive(Object.fromEntries(other))).toEqual(derive(Object.fromEntries(one)));
      },
    ),
  );
});

describe('hostile files', () => {
  test('keeps no more facts than the file is long', () => {
    const large = (tags: string) => `provider "aws" {\n  default_tags {\n    tags = ${tags}\n  }\n}\n`;
    const values = (text: string) => JSON.stringify(moduleFacts('main.tf', text)).length;
    expect(values(large(`{ a = [${'1,'.repeat(200_000)}] }`))).toBeLessThan(500);
    expect(values(large(`{ ${'1,'.repeat(200_000)} }`))).toBeLessThan(500);
    const tags = Array.from({ length: 900 }, (_, i) => `k${i} = "${'v'.repeat(100)}"`).join('\n');
    expect(moduleFacts('main.tf', large(`{\n${tags}\n}`))).toEqual({
      problems: ['has too much provider configuration; it is not used.'],
    });
  });

  test('bounds backends times files and calls times directory length', () => {
    const backends = s3('region = "x"').repeat(10);
    const files = Array.from({ length: 300 }, (_, i): [string, string][] => [
      [`m${i}.tf`, backends],
      [`e${i}.tfbackend`, `key = "k${i}"\n`],
    ]).flat();
    expect(derive(Object.fromEntries(files)).claims).toHaveLength(3_000);
    const deep = 'd/'.repeat(500);
    const calls = Array.from({ length: 500 }, (_, i) => `module "m${i}" {\n  source = "./${i}"\n}\n`).join('');
    const { layout, problems } = derive(
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${deep}${i}/main.tf`, s3(`key = "${i}"`) + calls])),
    );
    expect(JSON.stringify(layout).length).toBeLessThan(4_000_000);
    expect(problems).toMatchObject([{ detail: expect.stringMatching('too many modules and files') }]);
  });
});
