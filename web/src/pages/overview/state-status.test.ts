import { expect, test } from 'vitest';
import { STATE_STATUS_SIGNS, STATE_STATUSES, stateStatusOf, unknownText } from './state-status.ts';

const NONE = {
  resources: 0,
  in_sync: 0,
  changed: 0,
  deleted: 0,
  suspect: 0,
  unreadable: 0,
  unsupported: 0,
  skipped: 0,
  following: 0,
};
type Part = Partial<typeof NONE>;

test('says that nothing drifts only where everything was checked', () => {
  const text = (counts: Part, unreadable = 0, inAll = 2) =>
    unknownText({
      in_all: inAll,
      unreadable,
      proposed: 0,
      contested: 0,
      counts: { ...NONE, ...counts },
    });
  expect(text({ resources: 40 })).toBeUndefined();
  expect(text({ resources: 40, skipped: 40 })).toBeUndefined();
  expect(text({})).toBeUndefined();
  expect(text({}, 0, 0)).toBe('nothing checked yet');
  expect(text({}, 2)).toBe('nothing could be checked');
  expect(text({ resources: 40, unreadable: 40 })).toBe('nothing could be checked');
  expect(text({ resources: 40, suspect: 2 })).toBe('no drift in checked resources');
  expect(text({ resources: 40 }, 1)).toBe('no drift in checked resources');
  // The drift remains after its incidents are deleted.
  for (const found of [{ changed: 1 }, { deleted: 1 }])
    expect(text({ resources: 40, ...found })).toBe('drift without open incidents');
});

const standing = (part: Part | null, severity: Parameters<typeof stateStatusOf>[0]['severity'] = 'none') =>
  stateStatusOf({ severity, counts: part && { ...NONE, resources: 21, in_sync: 21, ...part } });

test('gives a state the status of no drift only where all of it was checked', () => {
  for (const whole of [{}, { skipped: 21 }, { resources: 0 }]) expect(standing(whole)).toBe('none');
  for (const part of [{ unreadable: 1 }, { unsupported: 1 }, { suspect: 20 }]) expect(standing(part)).toBe('partly');
  for (const [blind, severity] of [
    [{ unreadable: 21 }, 'none'],
    [{ skipped: 20, unsupported: 1 }, 'none'],
    [null, 'none'],
    [null, null],
  ] as const)
    expect(standing(blind, severity)).toBe('unread');
  // The drift remains after its incidents are deleted.
  for (const found of [{ changed: 1 }, { deleted: 1, unreadable: 20 }]) expect(standing(found)).toBe('closed');
});

test('shows known drift first, however little was checked', () => {
  for (const part of [{}, { changed: 2 }, { unreadable: 21 }, null]) expect(standing(part, 'high')).toBe('high');
});

test('shows only order as order, and each status by a word of its own', () => {
  expect(STATE_STATUSES.filter((one) => STATE_STATUS_SIGNS[one].some((part) => part === 'good'))).toEqual(['none']);
  expect(new Set(STATE_STATUSES.map((one) => STATE_STATUS_SIGNS[one][2])).size).toBe(STATE_STATUSES.length);
});
