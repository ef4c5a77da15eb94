import { describe, expect, test } from 'vitest';
import { textsIn } from './across-states.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const wanted = new Set(['app', 'a&b', 'ü']);

describe('texts that stand in a state', () => {
  test('are found whole and in quotes, however they are written', () => {
    const text = JSON.stringify({ app: 1, other: ['my app', '\\"app', 'ü'] });
    expect(textsIn(bytes(text), wanted)).toEqual(new Set(['app', 'ü']));
    expect(textsIn(bytes('{"x":"a\\u0026b"}'), wanted)).toEqual(new Set(['a&b']));
    expect(textsIn(bytes('{"x":"my app"}'), wanted)).toEqual(new Set());
  });

  test('are looked for beside texts of any length', () => {
    const long = `{"a":"${'x'.repeat(17_000_000)}","b":"app"}`;
    expect(textsIn(bytes(long), wanted)).toEqual(new Set(['app']));
  });

  test('are looked for once, in what is no JSON as well', () => {
    expect(() => textsIn(bytes(`"${'\\"'.repeat(2_000_000)}`), wanted)).toThrow(SyntaxError);
  });
});
