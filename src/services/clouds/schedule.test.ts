import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextRun, slotAfter } from './schedule.ts';

const HOUR = 3600_000;
const LENGTH = { '1h': HOUR, '6h': 6 * HOUR, '24h': 24 * HOUR } as const;
const schedule = fc.constantFrom('1h' as const, '6h' as const, '24h' as const);
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

test('gives an organization one turn a period, at the same time, however often it is computed', () => {
  fc.assert(
    fc.property(
      fc.string(),
      schedule,
      moment,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (org, period, at, part) => {
        const next = slotAfter(org, period, at);
        const length = LENGTH[period];
        expect(next.getTime() - at.getTime()).toBeGreaterThan(0);
        expect(next.getTime() - at.getTime()).toBeLessThanOrEqual(length);
        const between = new Date(at.getTime() + Math.floor((next.getTime() - at.getTime() - 1) * part));
        expect(slotAfter(org, period, between)).toEqual(next);
        expect(slotAfter(org, period, next).getTime() - next.getTime()).toBe(length);
      },
    ),
  );
});

test('spreads organizations over the period', () => {
  const at = new Date('2026-01-31T09:30:00Z');
  const tenths = Array.from({ length: 1000 }, (_, n) =>
    Math.floor(((slotAfter(`org_${n}`, '24h', at).getTime() - at.getTime()) / LENGTH['24h']) * 10),
  );
  for (let tenth = 0; tenth < 10; tenth += 1) expect(tenths.filter((one) => one === tenth).length).toBeGreaterThan(60);
});

test('schedules no turn without role and bucket, and keeps the next one while the schedule stays', () => {
  const now = new Date('2026-01-31T09:30:00Z');
  const none = { org_id: 'org_1', schedule: '24h', role_arn: null, state_bucket: null, next_run_at: null } as const;
  const usable = { ...none, role_arn: 'arn:aws:iam::123456789012:role/plumbline', state_bucket: 'states' };
  expect(nextRun(none, none, now, false)).toBeNull();
  const first = nextRun(none, usable, now, false);
  expect(first?.getTime()).toBeGreaterThan(now.getTime() + 5 * 60_000);
  const going = { ...usable, next_run_at: first };
  expect(nextRun(going, { ...going, state_bucket: 'others' }, now, false)).toEqual(first);
  expect(nextRun(going, { ...going, schedule: 'off' }, now, false)).toBeNull();
  expect(nextRun(going, { ...going, schedule: '1h' }, now, false)?.getTime()).toBeLessThanOrEqual(
    now.getTime() + 65 * 60_000,
  );
});
