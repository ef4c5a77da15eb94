import { expect, test } from 'vitest';
import { isKeptPrivate } from './code-host.ts';

test.each([
  [{ private: true, visibility: 'private' }, true],
  [{ private: true, visibility: 'internal' }, true],
  [{ private: true }, true],
  [{ private: true, visibility: null }, true],
  [{ private: false, visibility: 'public' }, false],
  [{ private: false }, false],
  [{ private: true, visibility: 'public' }, false],
  [{ private: true, visibility: 'unheard-of' }, false],
  [{}, false],
])('takes %j for private: %j', (said, expected) => {
  expect(isKeptPrivate(said)).toBe(expected);
});
