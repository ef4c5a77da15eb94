import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob, matchesGlob } from '../model/glob.ts';
import { indexPatterns } from './pattern-index.ts';

const text = (letters: string[]) => fc.array(fc.constantFrom(...letters), { maxLength: 6 }).map((all) => all.join(''));

test('finds the same as testing every pattern, in order', () => {
  fc.assert(
    fc.property(fc.array(text(['a', 'b', '/', '*']), { maxLength: 12 }), text(['a', 'b', '/']), (patterns, key) => {
      const index = indexPatterns(patterns.map((pattern, value) => ({ pattern, value })));
      const expected = patterns.flatMap((pattern, i) => (matchesGlob(compileGlob(pattern), key) ? [i] : []));
      expect(index.all(key)).toEqual(expected);
      expect(index.first(key)).toBe(expected[0]);
    }),
  );
});

test('searches thousands of patterns with distinct prefixes quickly', () => {
  const teams = Array.from({ length: 5_000 }, (_, i) => `team-${i}`);
  const index = indexPatterns(teams.map((team) => ({ pattern: `${team}/*`, value: team })));
  const since = process.cpuUsage();
  for (const team of teams) expect(index.first(`${team}/prod.tfstate`)).toBe(team);
  // Testing each pattern for each key took ten seconds.
  expect(process.cpuUsage(since).user / 1_000).toBeLessThan(2_000);
});
