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
import { LONGEST_SUMMARY, summarise } from './summary.ts';
import { tally, TOLD, type InstanceResult, type Tally } from '../tally.ts';

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
const tallied = (findings: readonly Finding[], some: Partial<Counts> = {}): Tally => {
  const whole = tally(findings.map(result));
  return { ...whole, counts: { ...whole.counts, ...some } };
};
const told = (findings: readonly Finding[], some: Partial<Counts> = {}) =>
  summarise({ tally: tallied(findings, some), states: [], error: null });

/** Estates as terraform and Plumbline found them; `vitest -u` writes their summaries anew, to be read. */
const REPORTS = new URL('../../../texts/golden/', import.meta.url);
const GOLDEN = new URL('summary/golden/', import.meta.url);
const read = (url: URL): unknown => JSON.parse(readFileSync(url, 'utf8'));

describe('summaries are those that were read and found good', () => {
  test.each(['network', 'serverless', 'wide'])('of the estate %s and of parts of it', async (estate) => {
    const all = readGolden(estate);
    const parts: [string, Finding[]][] = [
      ['everything', all],
      ['what was deleted', all.filter(({ kind }) => kind === 'deleted')],
      ...SEVERITIES.slice(1, 4).map((severity): [string, Finding[]] => [
        severity,
        all.filter((one) => one.severity === severity && one.kind === 'changed'),
      ]),
    ];
    const text = parts.map(([name, some]) => `=== ${name}\n${told(some, { in_sync: 100 })}\n`).join('\n');
    await expect(text).toMatchFileSnapshot(new URL(`${estate}.txt`, GOLDEN).pathname);
  });

  test('of analyses that were partial, failed, or found nothing', async () => {
    const names = readdirSync(REPORTS).toSorted();
    const texts = names.map((name) => {
      const url = new URL(`${name}/analysis.json`, REPORTS);
      const { findings, coverage, states, error, counts: known } = read(url) as Analysis;
      const drift = findings.map((one) => result(one));
      const gaps = coverage.flatMap((entry): InstanceResult[] =>
        entry.verdict === 'changed' || entry.verdict === 'deleted' ? [] : [{ position: 0, coverage: entry }],
      );
      const sums = tally([...drift, ...gaps]);
      return `=== ${name}\n${summarise({ tally: { ...sums, counts: { ...sums.counts, ...known } }, states, error })}\n`;
    });
    await expect(texts.join('\n')).toMatchFileSnapshot(new URL('reports.txt', GOLDEN).pathname);
  });
});

test('what is open comes before what is as bad, and what would be replaced is said before anything is done', () => {
  const text = told([
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
      '1. Careful: an apply replaces aws_thing.name, since what differs cannot be changed in place; codify it where that must not be.',
    ),
  ).toBeGreaterThan(5);
  expect(text).toContain("terraform apply -target='aws_thing.open'");
  expect(text).toContain("terraform state rm 'aws_thing.data' && terraform import 'aws_thing.data' NEW_ID");
  expect(text).toContain('write name of aws_thing.name as they are now');
});

test('what is stricter than the configuration is kept, not reverted', () => {
  const text = told([
    finding('aws_thing.a', { severity_rule: 'tls-version-tightened', attributes: [attribute('min_tls')] }),
  ]);
  expect(text).toContain('Codify what is stricter, before an apply loosens it: min_tls of aws_thing.a.');
  expect(text).not.toContain('terraform apply');
});

test('a command holds an address as one word of a shell, and none that could be read in two ways', () => {
  const quote = `aws_thing.a["it's; rm -rf $HOME"]`;
  expect(told([finding(quote)])).toContain(String.raw`-target='aws_thing.a["it'\''s; rm -rf $HOME"]'`);
  for (const odd of ['aws_thing.a["\u202e"]', 'aws_thing.a["x\ny"]', `aws_thing.a["${'x'.repeat(300)}"]`])
    expect(told([finding(odd)])).not.toContain('-target');
});

test('commands are given by state where there are several', () => {
  const text = told([finding('aws_thing.a', { state_key: 'one' }), finding('aws_thing.a', { state_key: 'two' })]);
  expect(text).toContain("(one) terraform apply -target='aws_thing.a'");
  expect(text).toContain("(two) terraform apply -target='aws_thing.a'");
});

test('the same findings in another order are the same text, and many are counted', () => {
  const findings = Array.from({ length: TOLD + 3 }, (_, i) => finding(`aws_thing.r${i}`));
  const text = told(findings);
  expect(told(findings.toReversed())).toBe(text);
  expect(text).toContain('… and 3 more findings.');
});

test('no summary is longer than it may be, whatever the findings say', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 3_000 });
  const findings = fc.array(
    fc.record({ resource: texts, state_key: texts, path: texts, severity: fc.constantFrom(...SEVERITIES.slice(0, 4)) }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(findings, (all) => {
      const text = told(
        all.map(({ resource, path, ...some }) => finding(resource, { ...some, attributes: [attribute(path)] })),
      );
      expect(text.length).toBeLessThanOrEqual(LONGEST_SUMMARY);
      expect(text).toMatch(new RegExp(`^Drift in ${all.length} of ${all.length} resource`));
    }),
    { numRuns: 20 },
  );
});

test('no drift is only said of what was looked at, and what could not be read is never left out', () => {
  expect(told([], { in_sync: 1 })).toBe('No drift: 1 resource as the state says.');
  const text = summarise({
    error: null,
    states: [broken],
    tally: {
      ...tallied([], counts({ in_sync: 2, unreadable: 3, unsupported: 1, suspect: 1 })),
      gaps: [
        { reason: 'timeout', count: 1 },
        { reason: 'denied', count: 2 },
      ],
    },
  });
  for (const part of [
    '1 state could not be read',
    '3 resources could not be read (2 denied, 1 timeout)',
    '1 resource had no provider',
    '1 deletion could not be confirmed',
  ])
    expect(text).toContain(part);
  expect(told([], { unreadable: 3 })).toMatch(/^Nothing was looked at/);
});

test('an error is the whole story', () => {
  const error = { code: 'bucket_not_found', detail: 'The bucket x does not exist.' };
  expect(summarise({ tally: tallied([]), states: [], error })).toBe(
    'The analysis could not be made: The bucket x does not exist.',
  );
});
