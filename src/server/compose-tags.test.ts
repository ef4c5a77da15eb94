import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProviderAddress } from '../drift/state/provider-address.ts';
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
  const tags = localTags({ target: join(dir.path, target), onWarning, ...more });
  const keys = (state: string, provider = aws) => tags.tagsOf(state, provider).ignore_tags?.keys;
  return { keys, warnings, used: () => tags.used().tag_settings };
}

test('each state of a directory gets what the nearest root module says, and what was used is told once', () => {
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

test('a state file gets what lies beside it, also from the directory of a workspace', () => {
  expect(open('net/terraform.tfstate').keys('terraform.tfstate')).toEqual(['net']);
  expect(open('net/terraform.tfstate.d/blue/terraform.tfstate').keys('terraform.tfstate')).toEqual(['net']);
  expect(open('tofu/a.tfstate').keys('a.tfstate')).toEqual(['tofu']);
});

test('of a configuration inside a module the root module says nothing', () => {
  const { keys, used } = open('net');
  expect(keys('terraform.tfstate', { ...aws, text: `module.x.${aws.text}` })).toEqual([]);
  expect(used()).toBeUndefined();
});

test('a bucket gets none but what is named, and nothing is looked at where that was asked for', () => {
  const bucket = { target: 's3://bucket/prefix' };
  expect(open('', bucket).keys('a')).toEqual([]);
  expect(open('', { ...bucket, hcl: join(dir.path, 'net') }).keys('a')).toEqual(['net']);
  expect(open('net', { hcl: false }).keys('terraform.tfstate')).toEqual([]);
});

test('what was given counts instead, and what holds for all beside it', () => {
  const ignore_tags = { keys: ['given'] };
  const own = open('net', { providerSettings: { aws: { ignore_tags } } });
  expect(own.keys('a.tfstate')).toEqual(['given']);
  expect(own.used()).toEqual([{ provider: 'aws', file: join(dir.path, 'net/main.tf') }]);
  expect(open('net', { providerSettings: { '*': { ignore_tags } } }).keys('a.tfstate')).toEqual(['given', 'net']);
});

test('what is no constant is warned of once, default tags in the analysis alone, and not where it was given', () => {
  const { keys, warnings, used } = open('odd');
  expect([keys('a.tfstate'), keys('a.tfstate', west), keys('b.tfstate', west)]).toEqual([['odd'], [], []]);
  expect(warnings).toEqual([
    expect.stringMatching(/^odd\/main\.tf: ignore_tags\.keys of aws\.west is no constant: .*--ignore-tag-key/),
  ]);
  expect(used()?.[1]).toMatchObject({ provider: 'aws.west', not_constant: ['ignore_tags.keys', 'default_tags.tags'] });
  const given = open('odd', { providerSettings: { '*': { ignore_tags: { keys: ['a'] } } } });
  expect([given.keys('a.tfstate', west), given.warnings]).toEqual([['a'], []]);
});

test('a file that cannot be understood is a warning; a directory that was named and has none stops', () => {
  const { keys, warnings } = open('broken');
  expect(keys('a.tfstate')).toEqual([]);
  expect(warnings).toEqual(['broken/main.tf: its provider settings are not used: line 1: a bracket is not closed']);
  expect(() => open('net', { hcl: join(dir.path, 'none') })).toThrow(/none has no \*\.tf files\. .*--no-hcl/);
  expect(() => open('net', { hcl: join(dir.path, 'nowhere') })).toThrow(/nowhere cannot be used: .*--no-hcl/);
});
