import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProviderAddress } from '../engine/state/provider-address.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { localTags, type LocalTagsInput } from './compose-tags.ts';

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
const block = (...keys: string[]) => `provider "aws" {\n  ignore_tags {\n    keys = ${JSON.stringify(keys)}\n  }\n}\n`;
const FILES: Record<string, string> = {
  'main.tf': block('above'),
  'net/terraform.tfstate': '{}',
  'net/main.tf': block('net'),
  'net/modules/child/main.tf': block('child'),
  'net/terraform.tfstate.d/blue/terraform.tfstate': '{}',
  'deep/states/a.tfstate': '{}',
  'tofu/main.tf': block('terraform'),
  'tofu/main.tofu': block('tofu'),
  'tofu/.hidden.tf': block('hidden'),
  'tofu/main.tf~': block('old'),
  'tofu/folder.tf/x': '',
  'odd/main.tf': `${block('odd')}provider "aws" {\n  alias = "west"\n  ignore_tags { keys = var.keys }\n  default_tags { tags = var.tags }\n}\n`,
  'broken/main.tf': 'provider "aws" { ignore_tags {',
  'none/readme.md': '',
  'code/main.tf': `module "net" {
  source   = "../modules/net"
  for_each = toset(["a.b", "c"])
}
module "public" { source = "terraform-aws-modules/vpc/aws" }
provider "aws" {
  alias  = "west"
  region = "us-west-2"
}
provider "aws" { region = var.region }
resource "aws_instance" "web" {
  lifecycle {
    create_before_destroy = true
    ignore_changes        = [tags["x"], ami] # a robot sets them
  }
}
`,
  'code/override.tf': 'resource "aws_instance" "db" {\n  lifecycle {\n    ignore_changes = all\n  }\n}\n',
  'modules/net/main.tf': `module "inner" { source = "./inner" }\nresource "aws_vpc" "v" {\n  lifecycle {\n    ignore_changes = [tags]\n  }\n}\n`,
  'modules/net/inner/x.tf.json': JSON.stringify({
    resource: { aws_subnet: { s: { lifecycle: { ignore_changes: ['tags["y"]', 'rule[0].days'] } } } },
  }),
  'loop/main.tf': 'module "self" { source = "./" }\n',
};
const AWS = 'registry.terraform.io/hashicorp/aws';
const aws: ProviderAddress = { source: AWS, text: `provider["${AWS}"]` };
const west: ProviderAddress = { source: AWS, alias: 'west', text: `provider["${AWS}"].west` };

beforeAll(async () => {
  dir = await temporaryDirectory();
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(dir.path, name)), { recursive: true });
    await writeFile(join(dir.path, name), text);
  }
});
afterAll(() => dir[Symbol.asyncDispose]());

function open(target: string, more: Partial<LocalTagsInput> = {}) {
  const warnings: string[] = [];
  const onWarning = (text: string) => warnings.push(text.replace(`${dir.path}/`, ''));
  const tags = localTags({ beside: join(dir.path, target), onWarning, ...more });
  const keys = (state: string, provider = aws) => tags.tagsOf(state, provider).ignore_tags?.keys;
  return { keys, warnings, used: () => tags.used().tag_settings };
}

test('applies the nearest root module to each state of a directory, and reports it once', () => {
  const { keys, used } = open('');
  expect(keys('net/terraform.tfstate')).toEqual(['net']);
  expect(keys('net/terraform.tfstate.d/blue/terraform.tfstate')).toEqual(['net']);
  expect(keys('deep/states/a.tfstate')).toEqual(['above']);
  expect(keys('net/terraform.tfstate', west)).toEqual([]);
  const ignoring = (key: string) => ({ keys: [key], key_prefixes: [] });
  expect(used()).toEqual([
    { provider: 'aws', file: join(dir.path, 'net/main.tf'), ignore_tags: ignoring('net') },
    { provider: 'aws', file: join(dir.path, 'main.tf'), ignore_tags: ignoring('above') },
  ]);
});

test('applies the module beside a state file, also from a workspace directory', () => {
  expect(open('net/terraform.tfstate').keys('terraform.tfstate')).toEqual(['net']);
  expect(open('net/terraform.tfstate.d/blue/terraform.tfstate').keys('terraform.tfstate')).toEqual(['net']);
  expect(open('tofu/a.tfstate').keys('a.tfstate')).toEqual(['tofu']);
});

test('ignores the root module for a provider configuration inside a module', () => {
  const { keys, used } = open('net');
  expect(keys('terraform.tfstate', { ...aws, text: `module.x.${aws.text}` })).toEqual([]);
  expect(used()).toBeUndefined();
});

test('reads ignore_changes and provider regions from the code, local modules included', () => {
  const { codeOf } = localTags({ beside: join(dir.path, 'code') });
  const code = codeOf('terraform.tfstate')!;
  const of = (type: string, name: string, module?: string) => code.ignoredOf({ type, name, ...(module && { module }) });
  expect(of('aws_instance', 'web')).toEqual({
    paths: [['tags', 'x'], ['ami']],
    file: join(dir.path, 'code/main.tf'),
  });
  expect(of('aws_instance', 'db')).toEqual({ paths: 'all', file: join(dir.path, 'code/override.tf') });
  expect(of('aws_vpc', 'v', 'module.net["a.b"]')).toEqual({
    paths: [['tags']],
    file: join(dir.path, 'modules/net/main.tf'),
  });
  expect(of('aws_subnet', 's', 'module.net["c"].module.inner[0]')?.paths).toEqual([
    ['tags', 'y'],
    ['rule', 0, 'days'],
  ]);
  for (const elsewhere of [undefined, 'module.public', 'module.none', 'module.net.module.none', 'nonsense'])
    expect(of('aws_subnet', 's', elsewhere)).toBeUndefined();
  expect([code.regionOf(west), code.regionOf(aws)]).toEqual(['us-west-2', undefined]);
  expect(code.regionOf({ ...west, text: `module.x.${west.text}` })).toBeUndefined();
  expect(localTags({ beside: join(dir.path, 'code'), hcl: false }).codeOf('terraform.tfstate')).toBeUndefined();
  const deep = Array.from({ length: 50 }, () => 'module.self').join('.');
  expect(
    localTags({ beside: join(dir.path, 'loop') })
      .codeOf('x')
      ?.ignoredOf({ type: 'a', name: 'b', module: deep }),
  ).toBeUndefined();
});

test('applies only named modules to a bucket, and reads none where that is turned off', () => {
  const bucket = { beside: undefined };
  expect(open('', bucket).keys('a')).toEqual([]);
  expect(open('', { ...bucket, hcl: join(dir.path, 'net') }).keys('a')).toEqual(['net']);
  expect(open('net', { hcl: false }).keys('terraform.tfstate')).toEqual([]);
});

test('prefers given settings to the code, and adds common ones', () => {
  const ignore_tags = { keys: ['given'] };
  const own = open('net', { providerSettings: { aws: { ignore_tags } } });
  expect(own.keys('a.tfstate')).toEqual(['given']);
  expect(own.used()).toEqual([{ provider: 'aws', file: join(dir.path, 'net/main.tf') }]);
  expect(open('net', { providerSettings: { '*': { ignore_tags } } }).keys('a.tfstate')).toEqual(['given', 'net']);
});

test('warns once about values that are no constants, unless settings replace them', () => {
  const { keys, warnings, used } = open('odd');
  expect([keys('a.tfstate'), keys('a.tfstate', west), keys('b.tfstate', west)]).toEqual([['odd'], [], []]);
  expect(warnings).toEqual([
    expect.stringMatching(/^odd\/main\.tf: ignore_tags\.keys of aws\.west is no constant: .*--ignore-tag-key/),
  ]);
  expect(used()?.[1]).toMatchObject({ provider: 'aws.west', not_constant: ['ignore_tags.keys', 'default_tags.tags'] });
  const given = open('odd', { providerSettings: { '*': { ignore_tags: { keys: ['a'] } } } });
  expect([given.keys('a.tfstate', west), given.warnings]).toEqual([['a'], []]);
});

test('warns about an invalid file, and rejects a named directory without files', () => {
  const { keys, warnings } = open('broken');
  expect(keys('a.tfstate')).toEqual([]);
  expect(warnings).toEqual(['broken/main.tf: its provider settings are not used: line 1: a bracket is not closed']);
  expect(() => open('net', { hcl: join(dir.path, 'none') })).toThrow(/none has no \*\.tf files\. .*--no-hcl/);
  expect(() => open('net', { hcl: join(dir.path, 'nowhere') })).toThrow(/nowhere cannot be used: .*--no-hcl/);
});
