import { expect, test } from 'vitest';
import { bm25, stems, words } from './bm25.ts';
import { meanQuality, qualityOf } from './ranking.ts';

test('scores a ranking by the ranks of the relevant results', () => {
  expect(qualityOf(['a', 'b'], ['a'])).toEqual({ r1: 1, r3: 1, r5: 1, mrr: 1, ndcg: 1 });
  expect(qualityOf(['x', 'a', 'b'], ['a', 'b'])).toEqual({
    r1: 0,
    r3: 1,
    r5: 1,
    mrr: 0.5,
    ndcg: expect.closeTo((1 / Math.log2(3) + 1 / 2) / (1 + 1 / Math.log2(3)), 10),
  });
  expect(qualityOf([], ['a'])).toEqual({ r1: 0, r3: 0, r5: 0, mrr: 0, ndcg: 0 });
  const [all, none] = [qualityOf(['a'], ['a']), qualityOf(['b'], ['a'])];
  expect(meanQuality([all, none])).toEqual({ r1: 0.5, r3: 0.5, r5: 0.5, mrr: 0.5, ndcg: 0.5 });
});

test('ranks the rarer word and the shorter text first with BM25, and omits texts without a common word', () => {
  const documents = [
    { id: 'long', text: 'the bucket was opened, and a queue, a topic, a role and a key were changed' },
    { id: 'short', text: 'bucket opened' },
    { id: 'rare', text: 'certificate opened' },
    { id: 'other', text: 'queue purged' },
  ];
  const search = bm25(documents, words);
  expect(search('open the bucket')).toEqual(['short', 'long']);
  expect(search('certificate opened')[0]).toBe('rare');
  expect(bm25(documents, stems)('opening buckets')).toEqual(['short', 'long', 'rare']);
});
