import { expect, test } from 'vitest';
import { coverageOf, STATE_STATUS_SIGNS, STATE_STATUSES, stateStatusOf, unknownText } from './state-status.ts';
import type { Overview, Tile } from './queries.ts';

type States = Overview['states'];

const tile = (counts: Partial<NonNullable<Tile['counts']>> | null) =>
  ({
    counts: counts && {
      resources: 40,
      changed: 0,
      deleted: 0,
      skipped: 0,
      suspect: 0,
      unreadable: 0,
      unsupported: 0,
      ...counts,
    },
    code: null,
    detail: null,
  }) as Tile;
const states = (tiles: Tile[], more: Partial<States> = {}): States => ({
  in_all: tiles.length,
  proposed: 0,
  contested: 0,
  unreadable: tiles.filter(({ counts }) => counts === null).length,
  tiles,
  more: 0,
  ...more,
});

test('says that nothing drifts only where everything was checked', () => {
  const [whole, blind, partly, unread] = [tile({}), tile({ unreadable: 40 }), tile({ suspect: 2 }), tile(null)];
  expect(unknownText(states([whole, tile({ resources: 0 }), tile({ skipped: 40 })]))).toBeUndefined();
  expect(unknownText(states([]))).toBe('nothing checked yet');
  for (const none of [[unread], [blind], [blind, unread]])
    expect(unknownText(states(none))).toBe('nothing could be checked');
  const part = 'no drift in checked resources';
  for (const some of [[whole, unread], [whole, blind], [partly]]) expect(unknownText(states(some))).toBe(part);
  // Whoever deletes incidents does not make what they were about go away.
  for (const found of [tile({ changed: 1 }), tile({ deleted: 1 })])
    expect(unknownText(states([whole, found]))).toBe('drift without open incidents');
  // Not every state has a tile: those that could not be read are counted.
  expect(unknownText(states([whole], { in_all: 2, unreadable: 1, more: 1 }))).toBe(part);
  expect(unknownText(states([unread], { in_all: 2, more: 1 }))).toBe(part);
});

test('writes how much of a state was checked', () => {
  const text = (of: Tile) => coverageOf(of).text;
  expect(text(tile({}))).toBe('all 40 checked');
  expect(text(tile({ skipped: 2, unreadable: 1 }))).toBe('37 of 38 checked');
  expect(text(tile({ resources: 0 }))).toBe('no resources');
  expect(text({ ...tile(null), detail: 'It is encrypted.' })).toBe('It is encrypted.');
});

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

const standing = (part: Part | null, severity: Parameters<typeof stateStatusOf>[0]['severity'] = 'none') =>
  stateStatusOf({ severity, counts: part && { ...WHOLE, ...part }, code: null, detail: null });

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
  // Whoever deletes incidents does not make what they were about go away.
  for (const found of [{ changed: 1 }, { deleted: 1, unreadable: 20 }]) expect(standing(found)).toBe('closed');
});

test('shows known drift first, however little was checked', () => {
  for (const part of [{}, { changed: 2 }, { unreadable: 21 }, null]) expect(standing(part, 'high')).toBe('high');
});

test('shows only order as order, and each status by a word of its own', () => {
  expect(STATE_STATUSES.filter((one) => STATE_STATUS_SIGNS[one].some((part) => part === 'good'))).toEqual(['none']);
  expect(new Set(STATE_STATUSES.map((one) => STATE_STATUS_SIGNS[one][2])).size).toBe(STATE_STATUSES.length);
});
