import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attribute, blocks, type ConfigBody, type ConfigValue } from './hcl.ts';
import { outermostBlocks, parseLooseSyntax } from './hcl-loose.ts';

const parse = (text: string) => parseLooseSyntax(text, new Set(['provider', 'inner']));
const first = (text: string): ConfigBody | undefined => blocks(parse(text), 'provider')[0];
/** A value in plain form: maps as objects, and values that are not constant as question marks. */
function plain(value: ConfigValue | undefined): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(value.items.map(({ key, value: inner }) => [key.replace('${…}', '?'), plain(inner)]));
  return value === '${…}' ? '?' : value;
}

describe('constants are read, and what is none is a template', () => {
  test.each<[string, unknown]>([
    ['"a"', 'a'],
    [String.raw`"a \"b\" \\ \t \u00e9 \U0001F600"`, 'a "b" \\ \t é 😀'],
    ['"$${a}"', '$${a}'],
    ['"${var.a}"', '${var.a}'],
    ['"${lookup({ "}" = "\\"" }, "}")}-x"', expect.stringContaining('${')],
    ['12', 12],
    ['-3', -3],
    ['1.5', '?'],
    ['0123', '?'],
    ['true', true],
    ['null', null],
    ['["a", "b",] # told', ['a', 'b']],
    ['[\n  "a", # one, two\n  /* , */ "b"\n  // c\n]', ['a', 'b']],
    ['[]', []],
    ['{ a = "x", "b c" : 2\n\n\n d = ["y"] }', { a: 'x', 'b c': 2, d: ['y'] }],
    ['{}', {}],
    ['{ (var.k) = "x", a = var.b }', { '?': '?', a: '${var.b}' }],
    ['[var.a, "b", local.c[0], "d"]', ['${var.a}', 'b', '${local.c[0]}', 'd']],
    ['[\n  tags["a, b]"], # why\n  rule.0.days\n]', ['${tags["a, b]"]}', '${rule.0.days}']],
    ['all', '${all}'],
    ['var.a[*].b', '?'],
    ['[for k in var.all : k]', '?'],
    ['{ for k, v in var.all : k => v }', '?'],
    ['concat(["a"], var.b)', '?'],
    ['toset(["a"])', '?'],
    ['"a" == "b" ? "c" : "d"', '?'],
    ['["a"][0]', '?'],
    ['{ a = "b" }.a', '?'],
    ['[1, 2] ...', '?'],
    ['var.a', '${var.a}'],
    ['<<EOT\n}\n"\nEOT', '?'],
    ['(\n  "a"\n)', '?'],
    ['!true', '?'],
  ])('%s', (text, value) => {
    const found = plain(attribute(first(`provider "aws" {\n  x = ${text}\n  y = 1\n}\n`)!, 'x'));
    expect(found).toEqual(value);
    expect(attribute(first(`provider "aws" {\n  x = ${text}\n  y = 1\n}\n`)!, 'y')).toBe(1);
  });
});

test.each([
  ['resources with templates', 'resource "x" "y" {\n  a = "}${f("}{")}"\n  b = { c = "${x ? "{" : "}"}" }\n}'],
  ['a heredoc with braces and quotes', 'locals {\n  a = <<-EOT\n    } " ${ x\n    EOT\n  b = 1\n}'],
  ['a heredoc as an argument', 'locals {\n  a = f(<<EOT\n}}}\nEOT\n  , 1)\n}'],
  [
    'dynamic blocks and functions',
    'r "a" {\n  dynamic "b" {\n    for_each = { for k, v in x : k => v if v != "}" }\n    content {}\n  }\n}',
  ],
  ['comments with brackets', '# }\n// {{\n/* provider "no" { */\n'],
  ['a regular expression', 'output "a" { value = regex("^[^{]*\\\\{\\"$", x) }'],
  ['directives', 'output "a" {\n  value = "%{ if a == "b" }x%{ else }${"y"}%{ endif }%%{ $${"\n}'],
  ['operators over several lines', 'locals {\n  a = (\n    b / c <\n    d)\n  e = x[*].y\n}'],
  ['line ends of Windows, and a mark at the beginning', '\ufeff# a\r\nlocals {\r\n  a = <<E\r\n}\r\nE\r\n}\r\n'],
])('skips %s around a block', (_, text) => {
  expect(parse(`${text}\nprovider "aws" {\n  a = 1\n}\n${text.replace('\ufeff', '')}`).items).toEqual([
    { key: 'provider', labels: ['aws'], value: { items: [{ key: 'a', labels: [], value: 1 }] } },
  ]);
});

test('blocks within blocks are found by name, on one line, too', () => {
  const body = first('provider "aws" { inner { tags = { a = "b" } }\n other { provider {} }\n inner {} }')!;
  expect(body.items.map(({ key }) => key)).toEqual(['inner', 'inner']);
  expect(plain(attribute(blocks(body, 'inner')[0]!, 'tags'))).toEqual({ a: 'b' });
});

test.each([
  ['provider "a" {\n', /line 1: a bracket is not closed/],
  ['a = 1\n}\n', /line 2: expected the name/],
  ['a {\n  b = (1\n}\n', /line \d: a bracket/],
  ['a {\n  b = "x\n}\n', /line 2: a string does not end/],
  ['a {\n  b = <<EOT\n x\n}\n', /line 2: a heredoc does not end/],
  ['\n\n/* x', /line 3: a comment does not end/],
  ['a "b"\n"c"', /line 2: expected "=" or/],
])('rejects %j with its line', (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

const REPEATS = 100_000;
test.each([
  ['opening braces', 'provider {'.repeat(REPEATS)],
  ['brackets in a value', `provider { a = ${'['.repeat(REPEATS)}${']'.repeat(REPEATS)}\n}`],
  ['maps in maps', `provider { a = ${'{a='.repeat(REPEATS)}1${'}'.repeat(REPEATS)}\n}`],
  ['templates in strings', `provider { a = ${'"${'.repeat(REPEATS)}`],
  ['templates in strings that end', `provider { a = ${'"${'.repeat(REPEATS)}${'}"'.repeat(REPEATS)}\n}`],
  ['empty lines in a map', `provider { a = {${'\n'.repeat(REPEATS * 4)}}\n}`],
  ['commas', `provider { a = [${','.repeat(REPEATS * 4)}]\n}`],
  ['comments', `provider { a = [${'#\n/**/'.repeat(REPEATS)}]\n}`],
  ['comments that do not end', '/* '.repeat(REPEATS)],
  ['beginnings of heredocs', `provider { a = ${'<<A\n'.repeat(REPEATS)}`],
  ['heredocs', `provider {\n${'a = <<A\n\n\nA\n'.repeat(REPEATS / 10)}}`],
  ['labels', `provider ${'"a" '.repeat(REPEATS)}{}`],
  ['blocks', 'provider "a" { inner {} }\n'.repeat(REPEATS / 10)],
  ['dollars', `provider { a = "${'$'.repeat(REPEATS)}"\n}`],
  ['backslashes', `provider { a = "${'\\'.repeat(REPEATS)}"\n}`],
])('reads a hundred thousand of %s in linear time', (_, text) => {
  try {
    expect(parse(text).items.length).toBeGreaterThan(0);
  } catch (error) {
    expect((error as Error).message).toMatch(/^line \d+: /);
  }
});

test('no text does anything but parse, or be refused with a line', () => {
  const piece = fc.constantFrom(
    ...'{}[]()"$%\\\n#/*<=:,.- '.split(''),
    '${',
    '%{',
    '<<A\n',
    '\nA\n',
    'provider',
    '"aws"',
    'a = ',
    '/*',
    '*/',
    '//',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(piece, { maxLength: 60 }).map((all) => all.join('')),
      ),
      (text) => {
        for (const one of [text, `provider "aws" {\n${text}\n}`, `provider "aws" {\n  a = ${text}\n}`])
          try {
            parse(one);
          } catch (error) {
            expect((error as Error).message).toMatch(/^line \d+: [a-z][a-z "={]+$/);
          }
      },
    ),
    { numRuns: 2000 },
  );
});

test('finds the lines of blocks, not of text that looks like one', () => {
  const text = '/*\nresource "a" "b" {}\n*/\na = { x = 1\n}\n\nresource "a" "b" {\n  c {}\n} module d {}\n';
  expect([...outermostBlocks(text)]).toEqual([
    { key: 'resource', labels: ['a', 'b'], line: 7 },
    { key: 'module', labels: ['d'], line: 9 },
  ]);
  expect(() => [...outermostBlocks('a {')]).toThrow('line 1: a bracket is not closed');
});
