import { expect, test } from 'vitest';
import { capital, duration, many, oneOrMany, timeAgo, visible } from './text.tsx';

test('makes marks visible that hide or reorder letters', () => {
  expect(visible('aws_s3_bucket.gpj.\u202eexe')).toBe(String.raw`aws_s3_bucket.gpj.\u202eexe`);
  expect(visible('a\u200bb\u2066c\u0007d\ufeff')).toBe(String.raw`a\u200bb\u2066c\u0007d\ufeff`);
  expect(visible('<img src=x onerror=alert(1)> שלום naïve 日本')).toBe('<img src=x onerror=alert(1)> שלום naïve 日本');
});

test('writes times in the largest unit that fits', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  const at = (text: string) => timeAgo(new Date(text), now);
  expect(at('2026-06-15T11:59:40Z')).toBe('just now');
  expect(at('2026-06-15T12:00:05Z')).toBe('just now');
  expect(at('2026-06-15T12:00:40Z')).toBe('in a moment');
  expect(at('2026-06-15T11:02:00Z')).toBe('58 minutes ago');
  expect(at('2026-06-14T11:00:00Z')).toBe('yesterday');
  expect(at('2026-06-15T18:00:00Z')).toBe('in 6 hours');
  expect(at('2024-01-01T00:00:00Z')).toBe('2 years ago');
});

test('formats durations', () => {
  expect([400, 61_000, 3_661_000].map(duration)).toEqual(['0 s', '1 min 1 s', '1 h 1 min']);
});

test('formats counts with their nouns', () => {
  expect([0, 1, 1200].map((count) => many(count, 'state'))).toEqual(['0 states', '1 state', '1,200 states']);
  expect([1, 2].map((count) => many(count, 'analysis', 'analyses'))).toEqual(['1 analysis', '2 analyses']);
  expect([1, 2].map((count) => oneOrMany(count, 'open incident'))).toEqual(['One open incident', '2 open incidents']);
  expect(capital('could not be read')).toBe('Could not be read');
});
