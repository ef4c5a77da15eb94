import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob, matchesGlob } from './glob.ts';

/** A simple reference implementation of globs. */
function naive(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern.startsWith('*')) return naive(pattern.slice(1), text) || (text !== '' && naive(pattern, text.slice(1)));
  return pattern[0] === text[0] && naive(pattern.slice(1), text.slice(1));
}

const letters = (...from: string[]) => fc.string({ unit: fc.constantFrom(...from), maxLength: 12 });

test('matches whole texts, and prefixes only up to a stop', () => {
  const stops = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 4 });
  fc.assert(
    fc.property(letters('a', 'b', '.', '*'), letters('a', 'b', '.', '*'), stops, (pattern, text, at) => {
      const glob = compileGlob(pattern);
      expect(matchesGlob(glob, text)).toBe(naive(pattern, text));
      const within = at.filter((stop) => stop <= text.length);
      const beginnings = [text, ...within.map((stop) => text.slice(0, stop))];
      expect(matchesGlob(glob, text, new Set(within))).toBe(beginnings.some((one) => naive(pattern, one)));
    }),
    { numRuns: 20_000 },
  );
});

test('treats special characters of other globs literally', () => {
  for (const text of ['a.b', 'a+', '[0]', 'a?', '(x|y)', '\\d', '$', '^', '{a,b}']) {
    expect(matchesGlob(compileGlob(text), text)).toBe(true);
    expect(matchesGlob(compileGlob(text), `${text}x`)).toBe(false);
  }
  expect(matchesGlob(compileGlob('a.b'), 'axb')).toBe(false);
  expect(matchesGlob(compileGlob('["*.example.com"]'), '["*.example.com"]')).toBe(true);
});

test('matches in time linear in the lengths of pattern and text', () => {
  let looks = 0;
  // A text that counts accesses to its characters.
  const counting = (text: string) =>
    new Proxy(Object(text), {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
      },
    }) as unknown as string;
  for (const pattern of [
    `*${'a'.repeat(500)}b`,
    `${'*a'.repeat(250)}*b`,
    `*${'ab'.repeat(250)}*${'aab'.repeat(80)}c`,
  ]) {
    looks = 0;
    const text = counting('a'.repeat(10_000));
    expect(matchesGlob(compileGlob(pattern), text)).toBe(false);
    expect(looks).toBeLessThan(5 * (10_000 + pattern.length));
  }
});
