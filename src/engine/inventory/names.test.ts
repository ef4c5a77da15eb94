import { expect, test } from 'vitest';
import { identityText, isMadeOf, namesIn } from './names.ts';

test.each([
  ['app/arn:aws:iam::1:policy/p', ['app', 'arn:aws:iam::1:policy/p'], true],
  ['Z1_www.example.com_A', ['Z1', 'www.example.com', 'A'], true],
  ['Z1__dmarc.example.com_TXT', ['Z1', '_dmarc.example.com', 'TXT'], true],
  ['default/nightly/target', ['default', 'nightly', 'target'], true],
  ['app/other', ['app', 'arn:aws:iam::1:policy/p'], false],
  ['app', ['appendix'], false],
  ['app', ['app'], false],
  ['app/', ['app'], false],
  ['//', ['app'], false],
  ['', ['app'], false],
  ['a/b/', ['a', 'b'], true],
])('takes %s for made of %j: %s', (text, values, is) => {
  expect(isMadeOf(text, new Set(values))).toBe(is);
});

test('answers in time for an id of nothing but separators', () => {
  expect(isMadeOf(`${'/_:'.repeat(2_000)}x`, new Set(['y']))).toBe(false);
});

test('reads an identity in any order, without the place, which not every configuration writes', () => {
  const written = identityText({ name: 'app', account_id: '1', region: null });
  expect(written).toBe(identityText({ name: 'app' }));
  expect(written).not.toBe(identityText({ name: 'web' }));
  expect(identityText({ account_id: '1', region: 'us-east-1' })).toBeUndefined();
});

test('finds the names in attributes, and none where they are no texts', () => {
  expect(namesIn({ id: 'i', arn: 'arn:aws:s3:::b', bucket: 'b', name: 7 })).toEqual({
    id: 'i',
    arn: 'arn:aws:s3:::b',
    name: 'b',
  });
});
