import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type { Analysis } from '../engine/model/analysis.ts';
import { junitReport } from './junit.ts';

const require = createRequire(import.meta.url);
type Validation = { valid: boolean; errors: readonly { rawMessage: string }[] };
const { validateXML } = require('xmllint-wasm') as {
  validateXML: (input: { xml: { fileName: string; contents: string }[]; schema: string[] }) => Promise<Validation>;
};
const SCHEMA = readFileSync(new URL('../../test/fixtures/junit.xsd', import.meta.url), 'utf8');

const GOLDEN = new URL('golden/', import.meta.url);
const golden = (name: string) => JSON.parse(readFileSync(new URL(`${name}/analysis.json`, GOLDEN), 'utf8')) as Analysis;

async function problemsIn(contents: string): Promise<string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'report.xml', contents }], schema: [SCHEMA] });
  return errors.map(({ rawMessage }) => rawMessage);
}
const sum = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`, 'g'))].reduce((all, [, n]) => all + Number(n), 0);
const total = (xml: string) => ({
  tests: sum(xml, 'tests'),
  failures: sum(xml, 'failures'),
  errors: sum(xml, 'errors'),
  skipped: sum(xml, 'skipped'),
});

test.each(readdirSync(GOLDEN))('makes a report of golden/%s that the schema accepts', async (name) => {
  expect(await problemsIn(junitReport(golden(name)))).toEqual([]);
});

test('is refused by the schema where it lacks something, so that the schema is one', async () => {
  const text = junitReport(golden('drift'));
  expect(await problemsIn(text.replace(' hostname="localhost"', ''))).toHaveLength(1);
  expect(await problemsIn(text.replace('<system-err/>', ''))).not.toEqual([]);
});

describe('the counts of a report', () => {
  test('are failures for drift, and a case for each resource', () => {
    expect(total(junitReport(golden('drift')))).toEqual({ tests: 8, failures: 8, errors: 0, skipped: 0 });
  });

  test('leave drift below the threshold to the output of its suite', () => {
    const text = junitReport(golden('drift'), { failOn: 'high' });
    expect(total(text)).toMatchObject({ tests: 8, failures: 5 });
    expect(text).toMatch(/<system-out>[^<]*low: module\.net\[&quot;a\.b&quot;\]\.aws_subnet\.private\[0\]/);
  });

  test('are errors for what was not checked, a whole state included, unless that is allowed', () => {
    expect(total(junitReport(golden('gaps')))).toEqual({ tests: 18, failures: 0, errors: 15, skipped: 0 });
    expect(total(junitReport(golden('gaps'), { allowUnread: true }))).toMatchObject({ errors: 0, skipped: 15 });
  });

  test('are an error for a failed analysis', () => {
    expect(total(junitReport(golden('failed'))).errors).toBeGreaterThan(0);
  });
});

test('is XML whatever the texts hold', async () => {
  const analysis = golden('drift');
  const message = ']]><x a="&amp;">\u0000\u{fffe}\ud800\u001b[31m';
  const findings = analysis.findings.map((one) => ({ ...one, message }));
  expect(await problemsIn(junitReport({ ...analysis, findings }))).toEqual([]);
});
