import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEVERITIES, VERDICTS, type Finding } from '../model/analysis.ts';
import {
  emptyTotals,
  storedTotals,
  sumTotals,
  totalsOf,
  MAX_LISTED,
  type InstanceResult,
  type Totals,
} from './totals.ts';

const results: fc.Arbitrary<InstanceResult[]> = fc
  .array(
    fc.record({
      verdict: fc.constantFrom(...VERDICTS),
      severity: fc.constantFrom(...SEVERITIES),
      detail: fc.option(fc.string(), { nil: undefined }),
      follows: fc.boolean(),
    }),
  )
  .map((all) =>
    all.map(({ verdict, severity, detail, follows }, position): InstanceResult => {
      const resource = `a.b[${position}]`;
      const coverage = { resource, type: 'a', state_key: 's', verdict, ...(detail !== undefined && { detail }) };
      if (verdict !== 'changed' && verdict !== 'deleted') return { position, coverage };
      const finding: Finding = {
        resource,
        type: 'a',
        provider: 'p',
        kind: verdict,
        severity,
        state_key: 's',
        message: `${resource} differs.`,
        attributes: [],
        first_seen_at: '2026-01-01T00:00:00.000Z',
        fingerprint: 'f',
        incident_id: null,
        ...(follows && { caused_by: { resource: 'a.cause', state_key: 's' } }),
      };
      return { position, coverage, finding };
    }),
  );

test('counts results independently of batches', () => {
  fc.assert(
    fc.property(results, fc.nat({ max: 50 }), (all, cut) => {
      const whole = totalsOf(all);
      expect(sumTotals([totalsOf(all.slice(0, cut)), emptyTotals(), totalsOf(all.slice(cut))])).toEqual(whole);
      expect(whole.counts.resources).toBe(all.length);
      for (const verdict of VERDICTS)
        expect(whole.counts[verdict]).toBe(all.filter(({ coverage }) => coverage.verdict === verdict).length);
      const findings = all.filter(({ finding }) => finding);
      expect(whole.findings.reduce((sum, { count }) => sum + count, 0)).toBe(findings.length);
      const own = findings.filter(({ finding }) => !finding?.caused_by);
      expect(whole.counts.following).toBe(findings.length - own.length);
      expect(whole.worst).toHaveLength(Math.min(MAX_LISTED, own.length));
    }),
  );
});

test('completes totals that were stored without side effects', () => {
  const { following: _, ...counts } = { ...emptyTotals().counts, resources: 2, changed: 2 };
  const stored = JSON.parse(JSON.stringify({ ...emptyTotals(), counts })) as Partial<Totals>;
  expect(sumTotals([storedTotals(stored)]).counts).toEqual({ ...counts, following: 0 });
});

test('takes the error of the first instance that was not checked', () => {
  const one = (position: number, verdict: 'in_sync' | 'unreadable', reason?: string): InstanceResult => ({
    position,
    coverage: {
      resource: 'a.b',
      type: 'a',
      state_key: 's',
      verdict,
      ...(reason !== undefined && { reason, detail: reason }),
    },
  });
  expect(totalsOf([one(0, 'in_sync'), one(1, 'unreadable', 'denied'), one(2, 'unreadable', 'timeout')]).blind).toEqual({
    code: 'denied',
    detail: 'denied',
  });
  expect(totalsOf([one(0, 'in_sync')]).blind).toBeNull();
});
