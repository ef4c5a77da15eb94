import { expect, test } from 'vitest';
import { retiredWords } from '../scripts/words/find.ts';

test('finds a retired word in code, with its line and the word to write instead', () => {
  expect(retiredWords('const a = 1;\nconst MOST_LINES = 40;\n')).toMatchObject([
    { line: 2, text: 'MOST_LINES', instead: 'MAX_…' },
  ]);
});

test('finds a retired phrase that wraps within a comment', () => {
  const [hit] = retiredWords('/**\n * Instances that could not\n * be looked at.\n */\n').filter(
    ({ line }) => line === 2,
  );
  expect(hit?.instead).toBe('not checked');
});

test.each([
  'It looks like a secret, and looks at most 30 days back.',
  'The provider is told to stop; both are told apart by their key.',
  'A health check that heals nothing, in a quiet hour.',
  'const MAX_LINES = 40; const MIN_WAIT_MS = 5;',
])('accepts good English and new names: %s', (text) => {
  expect(retiredWords(text)).toEqual([]);
});
