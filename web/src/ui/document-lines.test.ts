import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentLines, type Kind } from './document-lines.ts';
import type { Document } from './shown-drift.ts';

const SIGNS: Record<Kind, string> = { same: ' ', before: '-', after: '+' };
const texts = (before: Document, after: Document) =>
  documentLines(before, after).map(({ kind, text }) => `${SIGNS[kind]}${text}`);
const side = (before: Document, after: Document, kind: Kind): unknown =>
  JSON.parse(
    documentLines(before, after)
      .filter((line) => line.kind === 'same' || line.kind === kind)
      .map(({ text }) => text)
      .join('\n')
      .replaceAll(/,\n( *[\]}])/g, '\n$1'),
  );

const rule = (port: number, cidr: string, description = '') => ({ cidr_blocks: [cidr], description, from_port: port });

test('shows an added rule as a whole, wherever it stands in a set', () => {
  const [ssh, http, https] = [rule(22, '0.0.0.0/0'), rule(80, '10.0.0.0/8'), rule(443, '0.0.0.0/0')];
  const added = [
    '+  {',
    '+    "cidr_blocks": [',
    '+      "0.0.0.0/0"',
    '+    ],',
    '+    "description": "",',
    '+    "from_port": 22',
    '+  },',
  ];
  for (const after of [
    [ssh, https],
    [ssh, http, https],
    [ssh, https, http],
    [https, ssh],
  ]) {
    const before = [http, https].filter((one) => after.includes(one));
    const lines = texts(before, after);
    expect(lines.filter((line) => !line.startsWith(' ')).map((line) => line.replace(/},?$/, '},'))).toEqual(added);
    const removed = texts(after, before).filter((line) => !line.startsWith(' '));
    expect(removed.map((line) => line.replace(/},?$/, '},'))).toEqual(added.map((line) => line.replace('+', '-')));
  }
});

test('shows an element that changed in its place by its differences', () => {
  const changed = [' [', '   {', '     "cidr_blocks": [', '-      "10.0.0.0/8",', '+      "0.0.0.0/0"', '     ],'];
  const rest = ['     "description": "",', '     "from_port": 80', '   }'];
  const other = rule(443, '10.0.0.0/8');
  const [before, after] = [rule(80, '10.0.0.0/8'), rule(80, '0.0.0.0/0')];
  expect(texts([before], [after])).toEqual([...changed, ...rest, ' ]']);
  expect(texts([other, before], [after, other]).slice(0, 9)).toEqual([...changed, ...rest.slice(0, 2), '   },']);
  expect(texts({ a: 1, b: [] }, { b: [2], c: null })).toEqual([
    ' {',
    '-  "a": 1,',
    '   "b": [',
    '+    2',
    '   ],',
    '+  "c": null',
    ' }',
  ]);
});

test('compares lists of texts and reordered lists in their order', () => {
  expect(texts(['a', 'b', 'c'], ['b', 'x', 'c'])).toEqual([' [', '-  "a",', '   "b",', '+  "x",', '   "c"', ' ]']);
  expect(texts([{ a: 1 }, { b: 2 }], [{ b: 2 }, { a: 1 }]).filter((line) => !line.startsWith(' '))).toHaveLength(6);
});

test('shows both sides whole beyond the maximum of edits', () => {
  const [before, after] = ['a', 'b'].map((letter) => Array.from({ length: 1500 }, (_, at) => `${letter}${at}`));
  expect(side(before!, after!, 'before')).toEqual(before);
  expect(side(before!, after!, 'after')).toEqual(after);
});

/** Sorts keys and lists of objects, whose order has no meaning. */
function asSets(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isOfObjects = value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
    const inner: unknown[] = value.map(asSets);
    return isOfObjects ? inner.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : inner;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, asSets(inner)]));
}

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 1, 2, '', 'a', '{', '},\n]', ','),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.dictionary(fc.constantFrom('a', 'b', '1'), tie('json'), { maxKeys: 2 }), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '1', '__proto__'), tie('json'), { maxKeys: 3 }),
  ),
}));
const ordered = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Array.isArray(value)
      ? value.map(ordered)
      : Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, ordered(inner)]),
        );
const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null;
const document = json.map(ordered).filter(isDocument);

test('reproduces each side from its lines and the shared ones', () => {
  const kin = fc.oneof(
    fc.tuple(document, document),
    fc.tuple(fc.array(json), fc.array(json)).map(ordered),
    // Inserted, removed and moved elements of one list.
    fc
      .array(json, { maxLength: 6 })
      .map(ordered)
      .chain((all) => {
        const part = fc.shuffledSubarray(all as unknown[]);
        return fc.tuple(part, part);
      }),
  ) as fc.Arbitrary<[Document, Document]>;
  fc.assert(
    fc.property(kin, ([before, after]) => {
      // A list and an object are shown as two documents, one after the other.
      fc.pre(Array.isArray(before) === Array.isArray(after));
      expect(side(before, after, 'after')).toEqual(after);
      expect(asSets(side(before, after, 'before'))).toEqual(asSets(before));
    }),
    { numRuns: 2000 },
  );
});
