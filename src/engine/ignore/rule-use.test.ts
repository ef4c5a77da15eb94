import { expect, test } from 'vitest';
import type { Coverage } from '../model/analysis.ts';
import type { SourcedRule } from './ignore.ts';
import { countRuleUse, usageAfter } from './rule-use.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const rule = (id: string, of: Partial<SourcedRule>): SourcedRule => ({
  id,
  source: 'organization',
  reason: 'r',
  ...of,
});
const seen = (n: number, of: Partial<Coverage> = {}) =>
  Array.from({ length: n }, (_, i): Coverage => {
    const resource = `aws_vpc.a[${i}]`;
    return { resource, type: 'aws_vpc', state_key: 's', verdict: 'in_sync', ...of };
  });

function report(rules: SourcedRule[], coverage: Coverage[], looked = true) {
  const counter = countRuleUse(rules, NOW);
  counter.see(coverage.slice(0, 3));
  counter.see(coverage.slice(3));
  return counter.report(looked);
}

test('reports a rule as unused only if it selects nothing in a complete analysis', () => {
  const gone = rule('gone', { address: 'module.gone' });
  expect(report([gone], seen(2))).toMatchObject([{ use: 'unused', instances: 0, ignored: 0 }]);
  expect(report([gone], seen(2), false)).toMatchObject([{ use: 'unknown' }]);
  expect(report([rule('idle', { type: 'aws_vpc', attribute: 'x' })], seen(2))).toMatchObject([
    { use: 'idle', instances: 2 },
  ]);
});

test('counts unreadable instances for a rule, but no data sources', () => {
  const rules = [rule('vpc', { type: 'aws_vpc' })];
  expect(report(rules, seen(2, { verdict: 'unreadable', reason: 'denied' }))).toMatchObject([{ use: 'idle' }]);
  expect(report(rules, seen(2, { verdict: 'skipped', reason: 'data_source' }))).toMatchObject([{ use: 'unused' }]);
});

test('matches account, provider and region as far as known', () => {
  const where = { account_id: '123456789012', provider: 'registry.terraform.io/hashicorp/aws', region: 'eu-west-1' };
  const rules = [
    rule('account', { type: 'aws_*', account: '1234*' }),
    rule('provider', { type: 'aws_*', provider: '*/aws' }),
    rule('region', { type: 'aws_*', region: 'us-*' }),
  ];
  expect(report(rules, seen(1, where)).map(({ instances }) => instances)).toEqual([1, 1, 0]);
  expect(report(rules, seen(1)).map(({ instances }) => instances)).toEqual([0, 0, 0]);
});

test('warns about a rule that hides nearly everything, except in a small analysis', () => {
  const took: Partial<Coverage> = {
    verdict: 'skipped',
    reason: 'ignored',
    ignored_by: [{ id: 'all', source: 'organization' }],
  };
  const all = rule('all', { type: 'aws_*' });
  expect(report([all], seen(20, took))[0]?.warning).toMatch(/^hides 20 of 20 resources/);
  expect(report([all], [...seen(18, took), ...seen(2)])[0]?.warning).toBeUndefined();
  expect(report([all], seen(9, took))[0]?.warning).toBeUndefined();
});

test('warns about a shadowed rule and keeps rules of different sources apart', () => {
  const ignored_by = [{ id: 'a', source: 'file' as const }];
  const [first, second] = report(
    [rule('a', { type: 'aws_vpc' }), rule('b', { type: 'aws_*' })],
    seen(1, { verdict: 'skipped', reason: 'ignored', ignored_by }),
  );
  expect(first).toMatchObject({ use: 'idle', ignored: 0 });
  expect(second?.warning).toBe('has no effect: the earlier rule a hides the same resources.');
});

test('records when a rule last matched and since when it is unused', () => {
  const use = (id: string, now: 'used' | 'unused' | 'idle' | 'unknown') => {
    const ref = { id, source: 'organization' as const };
    return { ...ref, reason: 'r', use: now, instances: 0, ignored: 0 };
  };
  const at = (day: number) => ({ id: `an_${day}`, at: new Date(Date.UTC(2026, 0, day)) });
  const day = (n: number) => at(n).at.toISOString();
  const first = usageAfter({}, [use('a', 'used'), use('b', 'unused')], at(1));
  const second = usageAfter(first, [use('a', 'unused'), use('b', 'unused')], at(2));
  expect(second).toEqual({
    a: { use: 'unused', analysis_id: 'an_2', last_matched_at: day(1), unused_since: day(2) },
    b: { use: 'unused', analysis_id: 'an_2', unused_since: day(1) },
  });
  expect(usageAfter(second, [use('a', 'unknown'), use('c', 'unknown')], at(3))).toEqual({ a: second.a });
  expect(usageAfter(second, [use('a', 'used')], at(3)).a).toEqual({
    use: 'used',
    analysis_id: 'an_3',
    last_matched_at: day(3),
  });
});
