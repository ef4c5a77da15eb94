import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEVERITIES, VERDICTS, type Finding } from '../model/analysis.ts';
import { emptyTally, storedTally, sumTallies, tally, TOLD, type InstanceResult, type Tally } from './tally.ts';

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

test('results are counted, however they are cut into batches', () => {
  fc.assert(
    fc.property(results, fc.nat({ max: 50 }), (all, cut) => {
      const whole = tally(all);
      expect(sumTallies([tally(all.slice(0, cut)), emptyTally(), tally(all.slice(cut))])).toEqual(whole);
      expect(whole.counts.resources).toBe(all.length);
      for (const verdict of VERDICTS)
        expect(whole.counts[verdict]).toBe(all.filter(({ coverage }) => coverage.verdict === verdict).length);
      const findings = all.filter(({ finding }) => finding);
      expect(whole.findings.reduce((sum, { count }) => sum + count, 0)).toBe(findings.length);
      const own = findings.filter(({ finding }) => !finding?.caused_by);
      expect(whole.counts.following).toBe(findings.length - own.length);
      expect(whole.worst).toHaveLength(Math.min(TOLD, own.length));
    }),
  );
});

test('a tally that was stored before it was counted what follows is one of which nothing does', () => {
  const { following: _, ...counts } = { ...emptyTally().counts, resources: 2, changed: 2 };
  const stored = JSON.parse(JSON.stringify({ ...emptyTally(), counts })) as Partial<Tally>;
  expect(sumTallies([storedTally(stored)]).counts).toEqual({ ...counts, following: 0 });
});

test('the first instance that could not be looked at says why', () => {
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
  expect(tally([one(0, 'in_sync'), one(1, 'unreadable', 'denied'), one(2, 'unreadable', 'timeout')]).blind).toEqual({
    code: 'denied',
    detail: 'denied',
  });
  expect(tally([one(0, 'in_sync')]).blind).toBeNull();
});
