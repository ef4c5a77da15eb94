import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Analysis } from '../engine/model/analysis.ts';
import { sarifReport, type Locate } from './sarif.ts';

const require = createRequire(import.meta.url);
const SCHEMA = readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8');
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
// The schema is of draft 04. For the parts that it uses, draft 07 differs only in the name of its id.
const { $schema: _, id: __, ...schema } = JSON.parse(SCHEMA) as Record<string, unknown>;
const validate = ajv.compile(schema);

const GOLDEN = new URL('golden/', import.meta.url);
const golden = (name: string) => JSON.parse(readFileSync(new URL(`${name}/analysis.json`, GOLDEN), 'utf8')) as Analysis;

type Result = {
  ruleId: string;
  level: string;
  message: { text: string };
  locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
  partialFingerprints: Record<string, string>;
};
type Run = { results: Result[]; invocations: { toolExecutionNotifications: { message: { text: string } }[] }[] };

function runOf(analysis: Analysis, locate: Locate = () => undefined): Run {
  const log = JSON.parse(sarifReport(analysis, { version: '1.2.3', locate })) as { runs: [Run] };
  validate(log);
  expect(validate.errors ?? []).toEqual([]);
  return log.runs[0];
}
const identities = (run: Run) => run.results.map(({ partialFingerprints: all }) => all['plumblineIncident/v1']);

test.each(readdirSync(GOLDEN))('makes a log of golden/%s that the SARIF schema accepts', (name) => {
  const analysis = golden(name);
  const run = runOf(analysis);
  expect(run.results).toHaveLength(analysis.findings.filter(({ caused_by: cause }) => !cause).length);
});

test('rejects a log without its version, so that the schema is one', () => {
  expect(validate({ runs: [] })).toBe(false);
  expect(validate({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false);
});

test('lists the worst finding first, at its block, and else in its state', () => {
  const { results } = runOf(golden('drift'), ({ resource }) =>
    resource === 'aws_security_group.web' ? { file: 'infra/a b/main.tf', line: 12 } : undefined,
  );
  expect(results[0]).toMatchObject({ ruleId: 'setting', level: 'error' });
  expect(results[0]?.locations[0]?.physicalLocation).toMatchObject({
    artifactLocation: { uri: 'infra/a%20b/main.tf' },
    region: { startLine: 12 },
  });
  expect(results[0]?.message.text).toContain("terraform plan -target='aws_security_group.web'");
  expect(results[1]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('prod/app.tfstate');
  expect(results.map(({ level }) => level)).toEqual(
    results.map(({ level }) => level).toSorted((a, b) => 'ewn'.indexOf(a[0]!) - 'ewn'.indexOf(b[0]!)),
  );
});

describe('the fingerprint of a finding', () => {
  test('is the identity of its incident: the same while the values go on changing', () => {
    const analysis = golden('drift');
    const later = {
      ...analysis,
      id: 'an_2',
      findings: analysis.findings.map((one) => ({ ...one, fingerprint: 'x', severity: 'low' as const })),
    };
    expect(new Set(identities(runOf(later)))).toEqual(new Set(identities(runOf(analysis))));
    expect(new Set(identities(runOf(analysis))).size).toBe(analysis.findings.length);
  });

  test('is another one in another lineage, and for another kind of drift', () => {
    const analysis = golden('drift');
    const before = new Set(identities(runOf(analysis)));
    const moved = { ...analysis, states: analysis.states.map((one) => ({ ...one, lineage: `${one.lineage}-2` })) };
    const gone = {
      ...analysis,
      findings: analysis.findings.map((one) => ({
        ...one,
        kind: one.kind === 'deleted' ? ('changed' as const) : ('deleted' as const),
      })),
    };
    for (const other of [moved, gone]) for (const one of identities(runOf(other))) expect(before.has(one)).toBe(false);
  });
});

test('names what was not checked, with the reason', () => {
  const [invocation] = runOf(golden('gaps')).invocations;
  const texts = invocation?.toolExecutionNotifications.map(({ message }) => message.text) ?? [];
  expect(texts).toContainEqual(expect.stringMatching(/^Not checked: the state old\.tfstate: It has version 3/));
  expect(texts).toContainEqual(expect.stringMatching(/access was denied.*aws_kms_key\.k\[9\].*kms:DescribeKey/));
});

test('makes no link, placeholder or control character of text from outside', () => {
  const analysis = golden('drift');
  const message = 'The tag is [click](https://evil.example) {0}\u001b[31m.';
  const { results } = runOf({ ...analysis, findings: [{ ...analysis.findings[0]!, message }] });
  expect(results[0]?.message.text).toContain(String.raw`[click] (https://evil.example) {{0}}\u{1b}[31m.`);
});
