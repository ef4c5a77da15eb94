import { expect, test } from 'vitest';
import { asksForScan } from './command.ts';

test.each([
  ['plumbline scan', true],
  ['Please:\r\n\r\nplumbline scan  \r\nthanks', true],
  ['```\nsome code\n```\nplumbline scan', true],
  ['plumbline scan now', false],
  ['please plumbline scan', false],
  ['Plumbline Scan', false],
  ['`plumbline scan`', false],
  ['> plumbline scan', false],
  ['    plumbline scan', false],
  ['```sh\nplumbline scan\n```', false],
  ['~~~~\nplumbline scan\n~~~~', false],
  ['```\nplumbline scan', false],
  ['<!-- template:\nplumbline scan\n-->', false],
  ['<!-- never closed\nplumbline scan', false],
  ['', false],
])('recognizes the comment %j as a command: %s', (comment, expected) => {
  expect(asksForScan(comment)).toBe(expected);
});

test('reads a comment of any form without delay', () => {
  for (const piece of ['```', '<!--', '~~~\n', '`` `', '-->']) expect(asksForScan(piece.repeat(20_000))).toBe(false);
});
