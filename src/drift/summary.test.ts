import { expect, test } from 'vitest';
import { emptyCounts, type Counts, type Finding, type StateReport } from './analysis.ts';
import { summarise } from './summary.ts';
import { tally, type InstanceResult } from './tally.ts';

const finding = (resource: string, severity: Finding['severity'], kind: Finding['kind'] = 'changed'): Finding => ({
  resource,
  type: 'aws_thing',
  provider: 'p',
  kind,
  severity,
  state_key: 's',
  message: `${resource} differs.`,
  attributes: [],
  first_seen_at: '2026-01-01T00:00:00.000Z',
  fingerprint: 'f',
  incident_id: null,
});
const counts = (some: Partial<Counts>): Counts => ({ ...emptyCounts(), ...some });
const broken: StateReport = {
  key: 'k',
  serial: null,
  lineage: null,
  terraform_version: null,
  status: 'unreadable',
  repo_id: null,
};

const result = (one: Finding, position = 0): InstanceResult => ({
  position,
  coverage: { resource: one.resource, type: one.type, state_key: one.state_key, verdict: one.kind },
  finding: one,
});
const tallied = (findings: Finding[], some: Partial<Counts>) => ({
  ...tally(findings.map(result)),
  counts: counts(some),
});

test('drift is told from worst to best, with what to do', () => {
  const findings = [finding('b', 'low'), finding('c', 'critical', 'deleted'), finding('a', 'low')];
  expect(summarise({ tally: tallied(findings, { in_sync: 5, changed: 2, deleted: 1 }), states: [], error: null })).toBe(
    [
      'Drift in 3 of 8 resources: 2 changed, 1 deleted.',
      'critical: c differs.',
      'low: a differs.',
      'low: b differs.',
      'For each change, decide: apply to revert it, or write it into the configuration and apply to keep it.',
      'What was deleted is made again by the next apply; if it is gone on purpose, remove it from the configuration.',
    ].join('\n'),
  );
});

test('the same findings in another order are the same text, and many are counted', () => {
  const findings = Array.from({ length: 8 }, (_, i) => finding(`r${i}`, 'medium'));
  const summed = (all: Finding[]) => summarise({ tally: tallied(all, { changed: 8 }), states: [], error: null });
  const text = summed(findings);
  expect(summed(findings.toReversed())).toBe(text);
  expect(text).toContain('… and 3 more findings.');
});

test('no drift is only said of what was looked at, and what could not be read is never left out', () => {
  const whole = { states: [], error: null };
  const none = (some: Partial<Counts>) => tallied([], some);
  expect(summarise({ ...whole, tally: none({ in_sync: 1 }) })).toBe('No drift: 1 resource as the state says.');
  const text = summarise({
    ...whole,
    states: [broken],
    tally: none({ in_sync: 2, unreadable: 3, unsupported: 1, suspect: 1 }),
  });
  for (const part of [
    '1 state could not be read',
    '3 resources could not be read',
    '1 resource had no provider',
    '1 deletion could not be confirmed',
  ])
    expect(text).toContain(part);
  expect(summarise({ ...whole, tally: none({ unreadable: 3 }) })).toMatch(/^Nothing was looked at/);
});

test('an error is the whole story', () => {
  const error = { code: 'bucket_not_found', detail: 'The bucket x does not exist.' };
  expect(summarise({ tally: tallied([], {}), states: [], error })).toBe(
    'The analysis could not be made: The bucket x does not exist.',
  );
});
