import { expect, test } from 'vitest';
import { chooseFiles } from './choose.ts';

const file = (path: string, size = 10) => ({ path, type: 'file' as const, sha: 'f'.repeat(40), size });

test('keeps each path once, and drops those that are too long for an index', () => {
  const entries = [
    file('a/�.tf'),
    file('a/�.tf'),
    file(`${'項'.repeat(1_000)}.tf`),
    file(`${'backend'.repeat(2_000)}.tfx`),
  ];
  const { files, problems } = chooseFiles({ sha: '', truncated: false, entries });
  expect(files.map(({ path }) => path)).toEqual(['a/�.tf']);
  expect(problems).toEqual([{ path: '', detail: '1 path too long to be read.' }]);
});

test('chooses the most relevant of very many files', () => {
  const entries = Array.from({ length: 50_000 }, (_, i) => file(`m${i % 100}/${i}/x.tf`));
  const { files, problems } = chooseFiles({
    sha: '',
    truncated: false,
    entries: [...entries, file('z/z/z/backend.tf')],
  });
  expect([files.length, files[0]?.path, problems.length]).toEqual([3_000, 'z/z/z/backend.tf', 1]);
});
