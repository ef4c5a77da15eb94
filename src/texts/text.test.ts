import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import type { AttributeDrift } from '../engine/model/analysis.ts';
import { attributeLines, diffText, shownAttributes } from './attribute.ts';
import { differences } from '../engine/value/difference.ts';
import { codeSpan, prose } from './markup.ts';
import { moduleOf } from './grouping.ts';
import { visible } from '../base/visible.ts';
import { columns, fit, wrap } from './width.ts';

const anyText = fc.string({ unit: 'binary' });
const anyJson = fc.jsonValue() as fc.Arbitrary<Json>;
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

function attribute(before: Json, after: Json, more: Partial<AttributeDrift> = {}): AttributeDrift {
  return { path: 'x', before, after, sensitive: false, requires_replace: false, action: 'changed', ...more };
}

describe('width', () => {
  test('fits and wraps texts within the width, and wraps without loss', () => {
    fc.assert(
      fc.property(anyText.map(visible), fc.integer({ min: 4, max: 60 }), (text, width) => {
        expect(columns(fit(text, width))).toBeLessThanOrEqual(width);
        const lines = wrap(text, width);
        for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});

test('counts combining marks that pile up on one character', () => {
  const pile = `a${'\u0301'.repeat(1_000)}`;
  expect(columns('e\u0301')).toBe(1);
  expect(fit(pile, 40).length).toBeLessThan(60);
  expect(fit('a\u0301\u0302'.repeat(100), 40).length).toBeLessThan(130);
});

test('leaves texts that fit unwrapped, with their indentation', () => {
  expect(wrap('  - one two', 20)).toEqual(['  - one two']);
  expect(wrap('', 20)).toEqual(['']);
});

describe('differences', () => {
  test('finds none between equal values', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(differences(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  test('compares policies as JSON', () => {
    const policy = (action: string) => JSON.stringify({ Statement: [{ Sid: 'A', Action: action }] });
    expect(differences(policy('s3:Get*'), policy('s3:*'))).toEqual([
      { kind: 'changed', path: 'Statement["A"].Action', before: 's3:Get*', after: 's3:*' },
    ]);
  });

  test('names only the elements that are not in both lists', () => {
    expect(differences(['a', 'b', 'b'], ['b', 'c'])).toEqual([
      { kind: 'removed', path: '[]', value: 'a' },
      { kind: 'removed', path: '[]', value: 'b' },
      { kind: 'added', path: '[]', value: 'c' },
    ]);
  });
});

test('finds the block that changed by its name, wherever it stands', () => {
  const tag = (key: string, value: string) => ({ key, value, propagate_at_launch: true });
  expect(differences([tag('Name', 'a'), tag('Team', 'x')], [tag('Team', 'x'), tag('Name', 'b')])).toEqual([
    { kind: 'changed', path: '["Name"].value', before: 'a', after: 'b' },
  ]);
  expect(differences([tag('Name', 'a')], [tag('Team', 'a')]).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

const linesOf = (attribute: AttributeDrift, width = 70) => attributeLines(attribute, width).map(diffText);

describe('attributeLines', () => {
  test('names the tag whose value changed', () => {
    const tag = (key: string, value: string) => ({ key, value });
    expect(linesOf(attribute([tag('Name', 'a'), tag('Team', 'x')], [tag('Name', 'b'), tag('Team', 'x')]))).toEqual([
      '! x',
      '!   ["Name"].value: "a" → "b"',
    ]);
  });

  test('shows a removed policy as a document', () => {
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Deny', Action: 's3:*', Sid: 'All' }],
    });
    expect(linesOf(attribute(policy, '', { action: 'removed' }))).toEqual([
      '- x (JSON)',
      '-   {',
      '-     "Version": "2012-10-17",',
      '-     "Statement": [',
      '-       {',
      '-         "Effect": "Deny",',
      '-         "Action": "s3:*",',
      '-         "Sid": "All"',
      '-       }',
      '-     ]',
      '-   }',
    ]);
  });

  test('omits zeros in a block, but for the ends of a range', () => {
    const block = { id: 'm1', period: 0, return_data: false, expression: 'a+b', from_port: 0 };
    expect(linesOf(attribute([], [block], { action: 'added' }))).toEqual([
      '! x',
      '+   {expression: "a+b", from_port: 0, id: "m1"}',
    ]);
  });

  test('lists widened access first where lines are cut', () => {
    const before = Array.from({ length: 3 }, (_, i) => `s3:Get${i}`);
    const after = [...before, ...Array.from({ length: 30 }, (_, i) => `s3:Put${i}`), 's3:*'];
    const lines = linesOf(attribute(before, after));
    expect(lines[1]).toBe('+   "s3:*"');
    expect(lines.at(-1)).toMatch(/… 19 more lines/);
  });

  test('shows the plain parts of a partly masked value', () => {
    const user = (username: string) => ({ username, password: '(sensitive)', groups: ['admin'] });
    const given = attribute([user('zoe'), user('app')], [user('app')], { sensitive: true });
    expect(linesOf(given)).toEqual(['! x', '-   {groups: ["admin"], password: "(sensitive)", username: "zoe"}']);
    const rotated = attribute([user('app')], [user('app')], { sensitive: true });
    expect(linesOf(rotated)).toEqual(['! x: (sensitive) → (sensitive)']);
  });

  test('says whether a masked value was set or removed', () => {
    const masked = (action: AttributeDrift['action']) =>
      linesOf(attribute('(sensitive)', '(sensitive)', { sensitive: true, action }));
    expect([masked('added'), masked('removed')]).toEqual([['+ x: (sensitive)'], ['- x: (sensitive)']]);
  });

  test('reports a change once where tags_all mirrors the tags', () => {
    const tag = (path: string, before: Json) => attribute(before, null, { path, action: 'removed' });
    const all = [
      tag('tags["a"]', 'x'),
      tag('tags_all["a"]', 'x'),
      tag('tags_all["from-provider"]', 'y'),
      tag('size', 1),
    ];
    expect(shownAttributes(all).map(({ path }) => path)).toEqual(['tags["a"]', 'tags_all["from-provider"]', 'size']);
  });

  test('fits the width without control characters, whatever the values', () => {
    fc.assert(
      fc.property(fc.oneof(anyJson, anyText), fc.oneof(anyJson, anyText), anyText, (before, after, path) => {
        const lines = attributeLines(attribute(before, after, { path }), 70);
        expect(lines.length).toBeGreaterThan(0);
        for (const { depth, text } of lines) {
          expect(text).not.toMatch(hidden);
          expect(columns(text) + depth * 2).toBeLessThanOrEqual(70);
        }
      }),
    );
  });

  test('shows a masked value as "(sensitive)"', () => {
    const lines = attributeLines(attribute('(sensitive)', '(sensitive)', { sensitive: true }), 70);
    expect(lines).toEqual([{ depth: 0, sign: '~', text: 'x: (sensitive) → (sensitive)' }]);
  });

  test('shows two long texts where they differ', () => {
    const same = 'the same in both, '.repeat(20);
    const lines = attributeLines(attribute(`${same}one`, `${same}two`), 60).map(({ text }) => text);
    expect(lines[1]).toContain('one');
    expect(lines[2]).toContain('two');
  });
});

describe('markdown', () => {
  test('keeps any text inside a code span', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[`a-c @<]{0,12}$/), (text) => {
        const [, fence = '', inner = ''] = /^(`+)([^]*)\1$/.exec(codeSpan(text)) ?? [];
        expect(inner.match(/`+/g) ?? []).not.toContain(fence);
        expect(inner).toContain(text);
      }),
    );
  });

  test('shows a possible commit hash as code', () => {
    expect(prose('reverted by deadbeef.')).toBe('`reverted by deadbeef.`');
    expect(prose('a facade was added.')).toBe('a facade was added.');
  });
});

test.each([
  ['aws_vpc.main', ''],
  ['module.net.aws_vpc.main', 'module.net'],
  ['module.net["a.b\\"]"].module.x[0].aws_vpc.main["module.y"]', 'module.net["a.b\\"]"].module.x[0]'],
  ['module.a.data.module.x', 'module.a'],
])('finds the module of %s: "%s"', (address, module) => {
  expect(moduleOf(address)).toBe(module);
});
