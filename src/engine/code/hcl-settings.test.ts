import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsFromModule, withModuleSettings, type ModuleFile } from './hcl-settings.ts';

function reported(...files: (string | [name: string, text: string])[]) {
  const module = files.map((one, i): ModuleFile =>
    typeof one === 'string' ? { name: `${i}.tf`, text: one } : { name: one[0], text: one[1] },
  );
  const { settings, problems } = settingsFromModule(module);
  return {
    settings: Object.fromEntries([...settings].map(([name, own]) => [name, { ...own, file: undefined }])),
    problems: problems.map(({ file, detail }) => `${file}: ${detail}`),
  };
}

const ignoring = (...keys: string[]) => ({ ignore_tags: { keys, key_prefixes: [] } });
const CONSTANT = 'is no constant: set it with --ignore-tag-key or in the provider settings.';

describe('a provider block', () => {
  test('reads a provider and its aliases among other blocks', () => {
    const text = `
terraform {
  required_version = ">= 1.9"
  backend "s3" {}
  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5.0" }
  }
}

provider "aws" {
  region              = var.region # as everywhere
  allowed_account_ids = [var.account]
  ignore_tags {
    # a tool sets these
    keys         = ["Created By", "Creation Date", ]
    key_prefixes = ["c7n-"]
  }
  default_tags {
    tags = {
      Project = "shop", "cost center" = 12
      managed : true
    }
  }
  assume_role { role_arn = "arn:aws:iam::\${var.account}:role/x" }
}
provider "aws" {
  alias = "west"
  ignore_tags { key_prefixes = ["kubernetes.io/"] }
}
provider "aws" {
  alias  = "plain"
  region = "eu-west-1"
}
resource "aws_instance" "x" {
  provider = aws.west
  tags     = { ignore_tags = "no" }
}`;
    expect(reported(text)).toEqual({
      settings: {
        aws: {
          ignore_tags: { keys: ['Created By', 'Creation Date'], key_prefixes: ['c7n-'] },
          default_tags: { Project: 'shop', 'cost center': '12', managed: 'true' },
        },
        'aws.west': { ignore_tags: { keys: [], key_prefixes: ['kubernetes.io/'] } },
      },
      problems: [],
    });
  });

  test.each<[string, string, object, string[]]>([
    ['nothing in it', 'ignore_tags {\n keys = []\n key_prefixes = []\n}\ndefault_tags {\n tags = {}\n}', {}, []],
    ['null', 'ignore_tags {\n keys = null\n}', {}, []],
    [
      'a variable',
      'ignore_tags {\n key_prefixes = var.ignored\n}',
      {},
      [`ignore_tags.key_prefixes of aws ${CONSTANT}`],
    ],
    [
      'a variable among constants',
      'ignore_tags { keys = ["a", var.b, "x-${var.c}", "d"] }',
      { aws: ignoring('a', 'd') },
      [`ignore_tags.keys of aws ${CONSTANT}`],
    ],
    ['a function', 'ignore_tags { keys = toset(["a"]) }', {}, [`ignore_tags.keys of aws ${CONSTANT}`]],
    [
      'an empty prefix, which would be every tag',
      'ignore_tags { key_prefixes = [""] }',
      {},
      ['ignore_tags.key_prefixes of aws has an empty text, which is left out.'],
    ],
    [
      'some default tags that are known',
      'default_tags { tags = { a = "x", b = var.b, (var.c) = "d" } }',
      { aws: { default_tags: { a: 'x' } } },
      [`default_tags.tags of aws ${CONSTANT}`],
    ],
    [
      'merged default tags',
      'default_tags {\n tags = merge(var.tags, {\n  a = "x"\n })\n}',
      {},
      [`default_tags.tags of aws ${CONSTANT}`],
    ],
    [
      'a dynamic block',
      'dynamic "ignore_tags" {\n for_each = var.x\n content { keys = ["a"] }\n}',
      {},
      [`ignore_tags of aws ${CONSTANT}`],
    ],
    [
      'dollars and percents as they are',
      'ignore_tags { keys = ["a$", "$${b}", "%%{c}", "5%"] }',
      { aws: ignoring('a$', '${b}', '%{c}', '5%') },
      [],
    ],
    [
      'a name that objects have',
      'default_tags { tags = { __proto__ = "x", constructor = "y" } }',
      {
        aws: {
          default_tags: Object.fromEntries([
            ['__proto__', 'x'],
            ['constructor', 'y'],
          ]),
        },
      },
      [],
    ],
  ])('reads %s', (_, body, settings, problems) => {
    expect(reported(`provider "aws" {\n${body}\n}`)).toEqual({
      settings,
      problems: problems.map((one) => `0.tf: ${one}`),
    });
  });

  test('reads JSON syntax alike', () => {
    const block = { alias: 'west', ignore_tags: [{ keys: ['a', '${var.b}'] }], default_tags: { tags: { c: 'd' } } };
    const west = { ...ignoring('a'), default_tags: { c: 'd' } };
    for (const provider of [{ aws: [{}, block] }, [{ aws: block }], { aws: block }])
      expect(reported(['main.tf.json', JSON.stringify({ provider })])).toEqual({
        settings: { 'aws.west': west },
        problems: [`main.tf.json: ignore_tags.keys of aws.west ${CONSTANT}`],
      });
  });
});

test('names a provider by its type, whatever its local name', () => {
  const required = 'terraform {\n required_providers {\n amazon = {\n source = "hashicorp/aws"\n }\n }\n}';
  expect(reported(required, 'provider "amazon" {\n ignore_tags { keys = ["a"] }\n}').settings).toEqual({
    aws: ignoring('a'),
  });
});

test('applies override files setting by setting', () => {
  const files: [string, string][] = [
    ['a_override.tf', 'provider "aws" {\n ignore_tags { keys = ["b"] }\n}'],
    ['z.tf', 'provider "aws" {\n ignore_tags { keys = ["a"] }\n default_tags { tags = { c = "d" } }\n}'],
  ];
  expect(reported(...files)).toEqual({
    settings: { aws: { ...ignoring('b'), default_tags: { c: 'd' } } },
    problems: [],
  });
});

test('drops a setting that a non-constant override replaces', () => {
  const { settings } = reported(
    ['a.tf', 'provider "aws" {\n ignore_tags { keys = ["a"] }\n}'],
    ['override.tf', 'provider "aws" {\n ignore_tags { keys = var.b }\n}'],
  );
  expect(settings).toEqual({});
});

test('uses neither of two duplicate configurations', () => {
  const block = 'provider "aws" {\n ignore_tags { keys = ["a"] }\n}';
  expect(reported(block, block)).toEqual({
    settings: {},
    problems: ['1.tf: there is more than one provider block for aws; none is used.'],
  });
});

test('reports an unreadable file and uses the others', () => {
  const { settings, problems } = reported(
    ['a.tf', 'provider "aws" { ignore_tags {\n keys = ["hunter2'],
    ['b.tf.json', '{"ignore_tags": "hunter2'],
    ['c.tf', '# ignore_tags\n'.repeat(80_000)],
    ['d.tf', 'provider "aws" {\n ignore_tags { keys = ["a"] }\n}'],
    ['e.tf', 'neither { this nor "that, but nothing that matters'],
  );
  expect(settings).toEqual({ aws: ignoring('a') });
  expect(problems).toEqual([
    'a.tf: its provider settings are not used: line 2: a string does not end',
    'b.tf.json: its provider settings are not used: it is not valid JSON',
    'c.tf: its provider settings are not used: it is larger than 1 MB',
  ]);
});

test('prefers explicit settings over those of a block, setting by setting', () => {
  const found = settingsFromModule([
    { name: 'a.tf', text: 'provider "aws" {\n ignore_tags { keys = ["a"] }\n default_tags { tags = { c = "d" } }\n}' },
  ]);
  const given = { '*': ignoring('x'), aws: ignoring('b') };
  expect(withModuleSettings(given, found)).toEqual({
    '*': ignoring('x'),
    aws: { ...ignoring('b'), default_tags: { c: 'd' } },
  });
  expect(withModuleSettings({}, found)).toEqual({ aws: { ...ignoring('a'), default_tags: { c: 'd' } } });
});

test('never throws and returns no empty texts for any files', () => {
  const piece = fc.constantFrom(
    'provider "aws" {',
    'alias = "a"',
    'ignore_tags {',
    'default_tags {',
    'tags = {',
    'keys = [',
    '"a"',
    '"${b}"',
    ',',
    '}',
    ']',
    '\n',
    '<<A\n',
    '"',
    '__proto__ = ',
    'terraform {',
    'required_providers {',
    '/*',
    '(',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.array(piece, { maxLength: 40 }).map((all) => all.join(' ')),
  );
  const file = fc.record({
    name: fc.constantFrom('a.tf', 'b.tf', 'c.tf.json', 'override.tf'),
    text: text.map((one) => `${one}# ignore_tags`),
  });
  fc.assert(
    fc.property(fc.array(file, { maxLength: 3 }), (files) => {
      for (const { ignore_tags: ignored } of settingsFromModule(files).settings.values())
        for (const one of [...(ignored?.keys ?? []), ...(ignored?.key_prefixes ?? [])]) expect(one).not.toBe('');
    }),
    { numRuns: 1000 },
  );
});
