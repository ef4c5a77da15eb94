import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTime } from './times.ts';

test('accepts every time that a Date writes', () => {
  const times = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(times, (time) => {
      expect(isTime(time.toISOString())).toBe(true);
    }),
  );
});

test.each([
  '2026-01-31T09:30:00Z',
  '2026-01-31t09:30:00.123456789z',
  '2024-02-29T00:00:00+14:00',
  '0001-01-01T00:00:00Z',
])('accepts %s', (text) => expect(isTime(text)).toBe(true));

test.each([
  '99999-01-01T00:00:00Z',
  '+099999-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '2026-12-31T23:59:60Z',
  '2026-02-29T00:00:00Z',
  '2026-02-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:01Z',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00+99:00',
  '2026-01-01',
  'infinity',
  '',
])('rejects %s', (text) => {
  expect(isTime(text)).toBe(false);
});
