import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visible, visibleLines } from './visible.ts';

const anyText = fc.string({ unit: 'binary' });
const hidden = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

describe('visible', () => {
  test('leaves nothing that steers or hides, whatever the text, and says the same when asked twice', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visible(text);
        expect(shown).not.toMatch(hidden);
        expect(visible(shown)).toBe(shown);
      }),
    );
  });

  test('shows where a bidi mark or an escape was', () => {
    expect(visible('a\u202eb\u001b[31mc\n')).toBe(String.raw`a\u{202e}b\u{1b}[31mc\n`);
  });

  test('shows letters in tags and variation selectors, which say things that nobody sees', () => {
    expect(visible('a\u{e0069}b\u{e0101}\u3164')).toBe(String.raw`a\u{e0069}b\u{e0101}\u{3164}`);
  });

  test('does not touch ordinary text of any language', () => {
    for (const text of ['naïve café', '日本語', 'עברית', '👍', 'a\\nb']) expect(visible(text)).toBe(text);
  });
});

test('lines stay lines, and nothing within them hides', () => {
  expect(visibleLines('a\r\nb\u2028c\n\td\r')).toBe('a\nb\\u{2028}c\n\\td\\r');
});
