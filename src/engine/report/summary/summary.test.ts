import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readGolden } from '../../../../test/parity/golden.ts';
import {
  emptyCounts,
  SEVERITIES,
  type Analysis,
  type Counts,
  type Finding,
  type StateReport,
} from '../../model/analysis.ts';
import { MAX_SUMMARY, summarise } from './summary.ts';
import { totalsOf, MAX_LISTED, type InstanceResult, type Totals } from '../totals.ts';

const finding = (resource: string, some: Partial<Finding> = {}): Finding => ({
  resource,
  type: 'aws_thing',
  provider: 'p',
  kind: 'changed',
  severity: 'medium',
  state_key: 's',
  message: `${resource} differs.`,
  attributes: [],
  first_seen_at: '2026-01-01T00:00:00.000Z',
  fingerprint: 'f',
  incident_id: null,
  ...some,
});
const attribute = (path: string, requires_replace = false): Finding['attributes'][number] => ({
  path,
  before: 1,
  after: 2,
  sensitive: false,
  requires_replace,
  action: 'changed',
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
const totalled = (findings: readonly Finding[], some: Partial<Counts> = {}): Totals => {
  const whole = totalsOf(findings.map(result));
  return { ...whole, counts: { ...whole.counts, ...some } };
};
const summaryOf = (findings: readonly Finding[], some: Partial<Counts> = {}) =>
  summarise({ totals: totalled(findings, some), states: [], error: null });

/** Findings of estates from terraform and Plumbline. `vitest -u` rewrites their summaries for review. */
const REPORTS = new URL('../../../texts/golden/', import.meta.url);
const GOLDEN = new URL('golden/', import.meta.url);
const read = (url: URL): unknown => JSON.parse(readFileSync(url, 'utf8'));

describe('the summary', () => {
  test.each(['network', 'serverless', 'wide'])(
    'of the estate %s and of parts of it matches its golden file',
    async (estate) => {
      const all = readGolden(estate);
      const parts: [string, Finding[]][] = [
        ['everything', all],
        ['deletions', all.filter(({ kind }) => kind === 'deleted')],
        ...SEVERITIES.slice(1, 4).map((severity): [string, Finding[]] => [
          severity,
          all.filter((one) => one.severity === severity && one.kind === 'changed'),
        ]),
      ];
      const text = parts.map(([name, some]) => `=== ${name}\n${summaryOf(some, { in_sync: 100 })}\n`).join('\n');
      await expect(text).toMatchFileSnapshot(new URL(`${estate}.txt`, GOLDEN).pathname);
    },
  );

  test('of analyses that were partial, failed, or found nothing matches its golden file', async () => {
    const names = readdirSync(REPORTS).toSorted();
    const texts = names.map((name) => {
      const url = new URL(`${name}/analysis.json`, REPORTS);
      const { findings, coverage, states, error, counts } = read(url) as Analysis;
      const drift = findings.map((one) => result(one));
      const gaps = coverage.flatMap((entry): InstanceResult[] =>
        entry.verdict === 'changed' || entry.verdict === 'deleted' ? [] : [{ position: 0, coverage: entry }],
      );
      const sums = totalsOf([...drift, ...gaps]);
      return `=== ${name}\n${summarise({ totals: { ...sums, counts: { ...sums.counts, ...counts } }, states, error })}\n`;
    });
    await expect(texts.join('\n')).toMatchFileSnapshot(new URL('reports.txt', GOLDEN).pathname);
  });
});

test('lists exposure before equally severe findings, and warns of replacements before all steps', () => {
  const text = summaryOf([
    finding('aws_thing.data', { kind: 'deleted', severity: 'critical', severity_rule: 'data-gone' }),
    finding('aws_thing.open', {
      severity: 'critical',
      severity_rule: 'open-to-world',
      attributes: [attribute('ingress')],
    }),
    finding('aws_thing.name', { attributes: [attribute('name', true)] }),
  ]);
  const lines = text.split('\n');
  expect(lines[3]).toContain('aws_thing.open');
  expect(
    lines.indexOf(
      '1. Careful: an apply replaces aws_thing.name, since the settings that differ cannot be changed in place. Where that must not happen, update the code instead.',
    ),
  ).toBeGreaterThan(5);
  expect(text).toContain("terraform apply -target='aws_thing.open'");
  expect(text).toContain("   terraform state rm 'aws_thing.data'\n   terraform import 'aws_thing.data' NEW_ID");
  expect(text).toContain('write name of aws_thing.name into the code');
});

test('keeps settings that are stricter than the configuration', () => {
  const text = summaryOf([
    finding('aws_thing.a', { severity_rule: 'tls-version-tightened', attributes: [attribute('min_tls')] }),
  ]);
  expect(text).toContain(
    'Write the stricter settings into the code, before an apply loosens them: min_tls of aws_thing.a.',
  );
  expect(text).not.toContain('terraform apply');
});

test('quotes addresses in commands, and gives no command for an address with hidden characters', () => {
  const quote = `aws_thing.a["it's; rm -rf $HOME"]`;
  expect(summaryOf([finding(quote)])).toContain(String.raw`-target='aws_thing.a["it'\''s; rm -rf $HOME"]'`);
  for (const odd of ['aws_thing.a["\u202e"]', 'aws_thing.a["x\ny"]', `aws_thing.a["${'x'.repeat(300)}"]`])
    expect(summaryOf([finding(odd)])).not.toContain('-target');
});

test('gives commands by state where there are several', () => {
  const text = summaryOf([finding('aws_thing.a', { state_key: 'one' }), finding('aws_thing.a', { state_key: 'two' })]);
  expect(text).toContain("(one) terraform apply -target='aws_thing.a'");
  expect(text).toContain("(two) terraform apply -target='aws_thing.a'");
});

test('does not depend on the order of findings, and counts those that it does not list', () => {
  const findings = Array.from({ length: MAX_LISTED + 3 }, (_, i) => finding(`aws_thing.r${i}`));
  const text = summaryOf(findings);
  expect(summaryOf(findings.toReversed())).toBe(text);
  expect(text).toContain('… and 3 more findings.');
});

test('is never longer than its limit', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 3_000 });
  const findings = fc.array(
    fc.record({ resource: texts, state_key: texts, path: texts, severity: fc.constantFrom(...SEVERITIES.slice(0, 4)) }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(findings, (all) => {
      const text = summaryOf(
        all.map(({ resource, path, ...some }) => finding(resource, { ...some, attributes: [attribute(path)] })),
      );
      expect(text.length).toBeLessThanOrEqual(MAX_SUMMARY);
      expect(text).toMatch(new RegExp(`^${all.length} of ${all.length} resources? drifted`));
    }),
    { numRuns: 20 },
  );
});

test('says no drift only of checked resources, and always lists what was not checked', () => {
  expect(summaryOf([], { in_sync: 1 })).toBe('No drift: 1 resource checked.');
  const text = summarise({
    error: null,
    states: [broken],
    totals: {
      ...totalled([], counts({ in_sync: 2, unreadable: 3, unsupported: 1, suspect: 1 })),
      gaps: [
        { reason: 'timeout', count: 1 },
        { reason: 'denied', count: 2 },
      ],
    },
  });
  for (const part of [
    '1 state not checked.',
    'No drift found, but 5 of 7 resources and 1 state were not checked.',
    '5 of 7 resources not checked: ',
    'access was denied (2), no answer in time (1)',
    'no provider to read it with (1)',
    'unconfirmed deletion (1)',
  ])
    expect(text).toContain(part);
  expect(summaryOf([], { unreadable: 3 })).toMatch(/^No resource was checked/);
});

test('shows nothing but the error of a failed analysis', () => {
  const error = { code: 'bucket_not_found', detail: 'The bucket x does not exist.' };
  expect(summarise({ totals: totalled([]), states: [], error })).toBe(
    'The analysis failed: The bucket x does not exist.',
  );
});
