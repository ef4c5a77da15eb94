import { expect, test } from 'vitest';
import { REASONS } from '../../src/engine/report/wording/unchecked.ts';
import { REASONS as PAGE_REASONS } from '../../web/src/pages/analysis/reasons.ts';

test('says reasons in the same words as reports', () => {
  expect(PAGE_REASONS).toEqual(REASONS);
});
