import { expect, test } from 'vitest';
import { bodyLines, listOf, objectOf, quote } from './hcl.ts';
import { documentIn, encodedDocument } from './json-text.ts';
import { createLabels, labelOf } from './labels.ts';

test.each([
  ['plain', '"plain"'],
  ['say "hi"', String.raw`"say \"hi\""`],
  ['back\\slash', String.raw`"back\\slash"`],
  ['a\nb\r\tc', String.raw`"a\nb\r\tc"`],
  ['${var.x}', '"$${var.x}"'],
  ['%{ if x }', '"%%{ if x }"'],
  ['100% $5', '"100% $5"'],
  ['$${x}', '"$$${x}"'],
  ['\u0000\u001b', String.raw`"\u0000\u001b"`],
  ['\u{e0001}', String.raw`"\U000e0001"`],
])('writes %j as a template of that text alone', (text, written) => {
  expect(quote(text)).toBe(written);
});

test('aligns equals signs as terraform fmt does, up to a value of several lines', () => {
  const long = objectOf([
    ['a', ['1']],
    ['long name', ['2']],
  ]);
  expect(
    bodyLines([
      { kind: 'attribute', name: 'a', value: ['1'] },
      { kind: 'attribute', name: 'longer', value: ['2'] },
      { kind: 'attribute', name: 'tags', value: long },
      { kind: 'attribute', name: 'b', value: ['3'] },
      {
        kind: 'block',
        type: 'rule',
        labels: [],
        body: [{ kind: 'attribute', name: 'c', value: listOf([['"x"'], ['"y"']]) }],
      },
    ]).join('\n'),
  ).toBe(`a      = 1
longer = 2
tags = {
  a           = 1
  "long name" = 2
}
b = 3

rule {
  c = ["x", "y"]
}`);
});

test('makes names that are valid and unique', () => {
  expect(['web', 'Prod-Web.1', '9lives', 'ünï', '…', 'a'.repeat(100)].map(labelOf)).toEqual([
    'web',
    'prod_web_1',
    '_9lives',
    'u_ni',
    'unnamed',
    'a'.repeat(64),
  ]);
  const label = createLabels();
  expect([label('x', 'a-b'), label('x', 'a_b'), label('y', 'a b'), label('x', 'A.B')]).toEqual([
    'a_b',
    'a_b_2',
    'a_b',
    'a_b_3',
  ]);
});

test('writes documents as jsonencode would, and leaves those that would lose digits', () => {
  expect(encodedDocument(documentIn('{ "b": [1, "<a>"], "a": {} }'))).toBe('{"a":{},"b":[1,"\\u003ca\\u003e"]}');
  expect(encodedDocument(documentIn('{ "9": 1, "10": 2 }'))).toBe('{"10":2,"9":1}');
  for (const text of ['plain', '{}', '[]', '{"a": 12345678901234567890}', '{"a"'])
    expect(documentIn(text)).toBeUndefined();
});
