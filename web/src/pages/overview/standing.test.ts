import { expect, test } from 'vitest';
import { STANDING_SIGNS, STANDINGS, standingOf } from './standing.ts';

const WHOLE = {
  resources: 21,
  in_sync: 21,
  changed: 0,
  deleted: 0,
  suspect: 0,
  unreadable: 0,
  unsupported: 0,
  skipped: 0,
};
type Part = Partial<typeof WHOLE>;

const standing = (part: Part | null, severity: Parameters<typeof standingOf>[0]['severity'] = 'none') =>
  standingOf({ severity, counts: part && { ...WHOLE, ...part }, code: null, detail: null });

test('that a state has no drift is said where all of it was looked at and nothing was found, and nowhere else', () => {
  for (const whole of [{}, { skipped: 21 }, { resources: 0 }]) expect(standing(whole)).toBe('none');
  for (const part of [{ unreadable: 1 }, { unsupported: 1 }, { suspect: 20 }]) expect(standing(part)).toBe('partly');
  for (const [blind, severity] of [
    [{ unreadable: 21 }, 'none'],
    [{ skipped: 20, unsupported: 1 }, 'none'],
    [null, 'none'],
    [null, null],
  ] as const)
    expect(standing(blind, severity)).toBe('unread');
  // Whoever deletes incidents does not make what they were about go away.
  for (const found of [{ changed: 1 }, { deleted: 1, unreadable: 20 }]) expect(standing(found)).toBe('closed');
});

test('the drift that is told comes first, however little was looked at', () => {
  for (const part of [{}, { changed: 2 }, { unreadable: 21 }, null]) expect(standing(part, 'high')).toBe('high');
});

test('only what is in order looks like it, and each standing has a word of its own', () => {
  expect(STANDINGS.filter((one) => STANDING_SIGNS[one].some((part) => part === 'good'))).toEqual(['none']);
  expect(new Set(STANDINGS.map((one) => STANDING_SIGNS[one][2])).size).toBe(STANDINGS.length);
});
