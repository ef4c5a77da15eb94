import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAddress } from './address.ts';

const address = (key?: string | number, more = {}) =>
  formatAddress({ mode: 'managed', type: 'a', name: 'b', ...(key === undefined ? {} : { key }), ...more });

// Output of `terraform state list` (1.11) for these keys.
test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a b', 'a b'],
  ['quo"te', 'quo\\"te'],
  ['back\\slash', 'back\\\\slash'],
  ['dot.br[ack]et', 'dot.br[ack]et'],
  ['${x}', '$${x}'],
  ['%{ if }', '%%{ if }'],
  ['$${', '$$${'],
  ['50%', '50%'],
  ['a$', 'a$'],
  ['nl\nx', 'nl\\nx'],
  ['cr\rx', 'cr\\rx'],
  ['tab\tx', 'tab\\tx'],
  ['\u0007bell', '\\u0007bell'],
  ['ünï', 'ünï'],
  ['日本', '日本'],
  ['😀', '😀'],
  ['e\u0301', 'e\u0301'],
  ['\u00a0nbsp', '\\u00a0nbsp'],
  ['\u200bzw', '\\u200bzw'],
  ['\u2028ls', '\\u2028ls'],
  ['\u{e000}priv', '\\ue000priv'],
  ['\u{1F3F4}\u{E0067}', '\u{1F3F4}\\U000e0067'],
])('writes the key %j as Terraform does', (key, written) => {
  expect(address(key)).toBe(`a.b["${written}"]`);
});

test('formats count, modules, data sources and deposed objects', () => {
  expect(address()).toBe('a.b');
  expect(address(0)).toBe('a.b[0]');
  expect(address(1, { module: 'module.net["x"]' })).toBe('module.net["x"].a.b[1]');
  expect(address(undefined, { mode: 'data' })).toBe('data.a.b');
  expect(address('k', { deposed: '0a1b2c3d' })).toBe('a.b["k"] (deposed 0a1b2c3d)');
});

/** Parses a quoted HCL string. */
const unquote = (text: string) =>
  text
    .slice(1, -1)
    .replace(/\\U([0-9a-f]{8})|\\u([0-9a-f]{4})|\\(.)|([$%])\4\{/g, (_all, long, short, escaped, marker) => {
      if (marker) return `${marker}{`;
      if (escaped) return { n: '\n', r: '\r', t: '\t' }[escaped as string] ?? escaped;
      return String.fromCodePoint(Number.parseInt(long ?? short, 16));
    });

test('writes keys that can be read back from the address', () => {
  const key = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('$', '%', '{', '"', '\\', '\n', 'u', '0') }),
  );
  fc.assert(
    fc.property(key, (text) => {
      expect(unquote(address(text).slice('a.b['.length, -1))).toBe(text);
    }),
  );
});
