import { expect, test } from 'vitest';
import { coverageOf, notKnown } from './looked.ts';
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

test('that nothing drifts is said where all of it was looked at, and nowhere else', () => {
  const [whole, blind, partly, unread] = [tile({}), tile({ unreadable: 40 }), tile({ suspect: 2 }), tile(null)];
  expect(notKnown(states([whole, tile({ resources: 0 }), tile({ skipped: 40 })]))).toBeUndefined();
  expect(notKnown(states([]))).toBe('nothing checked yet');
  for (const none of [[unread], [blind], [blind, unread]])
    expect(notKnown(states(none))).toBe('nothing could be checked');
  const part = 'no drift in checked resources';
  for (const some of [[whole, unread], [whole, blind], [partly]]) expect(notKnown(states(some))).toBe(part);
  // Whoever deletes incidents does not make what they were about go away.
  for (const found of [tile({ changed: 1 }), tile({ deleted: 1 })])
    expect(notKnown(states([whole, found]))).toBe('drift without open incidents');
  // Not every state has a tile: those that could not be read are counted.
  expect(notKnown(states([whole], { in_all: 2, unreadable: 1, more: 1 }))).toBe(part);
  expect(notKnown(states([unread], { in_all: 2, more: 1 }))).toBe(part);
});

test('how much of a state was looked at, in words', () => {
  const text = (of: Tile) => coverageOf(of).text;
  expect(text(tile({}))).toBe('all 40 checked');
  expect(text(tile({ skipped: 2, unreadable: 1 }))).toBe('37 of 38 checked');
  expect(text(tile({ resources: 0 }))).toBe('no resources');
  expect(text({ ...tile(null), detail: 'It is encrypted.' })).toBe('It is encrypted.');
});
