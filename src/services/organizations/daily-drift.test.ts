import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEVERITIES } from '../../engine/model/analysis.ts';
import { dailyDrift } from './overview.ts';

const FROM = new Date('2026-02-20T13:00:00Z');
const NOW = new Date('2026-03-05T01:00:00Z');
const DAYS = ['20', '21', '22', '23', '24', '25', '26', '27', '28'].map((day) => `2026-02-${day}`);
const ALL = [...DAYS, ...['01', '02', '03', '04', '05'].map((day) => `2026-03-${day}`)];

test('counts for each day the incidents that were open at its end', () => {
  const incident = fc
    .record({
      severity: fc.constantFrom(...SEVERITIES),
      opened: fc.constantFrom(...ALL),
      later: fc.option(fc.constantFrom(...ALL)),
      count: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ later, ...one }) => ({ ...one, resolved: later === null || later < one.opened ? null : later }));
  fc.assert(
    fc.property(fc.array(incident), (found) => {
      const history = dailyDrift(found, FROM, NOW);
      expect(history.map(({ day }) => day)).toEqual(ALL);
      for (const { day, severities } of history)
        for (const severity of SEVERITIES) {
          const lasting = found.filter(
            (one) => one.severity === severity && one.opened <= day && (one.resolved === null || one.resolved > day),
          );
          expect(severities[severity]).toBe(lasting.reduce((sum, { count }) => sum + count, 0));
        }
    }),
  );
});
