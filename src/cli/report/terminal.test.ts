import { readdirSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Analysis } from '../../engine/model/analysis.ts';
import { terminalReport } from './terminal.ts';
import { columns } from '../../texts/width.ts';

const ANALYSES = new URL('../../texts/golden/', import.meta.url);
const GOLDEN = new URL('golden/', import.meta.url);

describe.each(readdirSync(ANALYSES))('terminal report of golden/%s', (name) => {
  const place = new URL(`${name}/`, GOLDEN);
  const analysis = JSON.parse(readFileSync(new URL(`${name}/analysis.json`, ANALYSES), 'utf8')) as Analysis;

  test.each([80, 120])('reads well at %d columns', async (width) => {
    const text = terminalReport(analysis, { width, color: false });
    await expect(text).toMatchFileSnapshot(new URL(`terminal-${width}.txt`, place).pathname);
    for (const line of text.split('\n').filter((one) => !/^ +-target='/.test(one)))
      expect(columns(line)).toBeLessThanOrEqual(width);
  });

  test('says the same with colours as without', () => {
    const colored = terminalReport(analysis, { width: 80, color: true });
    expect(stripVTControlCharacters(colored)).toBe(terminalReport(analysis, { width: 80, color: false }));
  });

  test('lets nothing through that steers a terminal or hides', () => {
    const text = terminalReport(analysis, { width: 80, color: false });
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u);
  });
});

const DRIFT = JSON.parse(readFileSync(new URL('drift/analysis.json', ANALYSES), 'utf8')) as Analysis;
const LONG = `module.${'very_long_name'.repeat(5)}["${'key.'.repeat(20)}"].aws_security_group.web`;

test.each([80, 120])('never cuts an address at %d columns', (width) => {
  const coverage = [
    { resource: LONG, type: 'aws_vpc', state_key: 's', verdict: 'unreadable' as const, reason: 'denied' },
  ];
  const analysis = { ...DRIFT, findings: [{ ...DRIFT.findings[0]!, resource: LONG }], coverage };
  const text = terminalReport(analysis, { width, color: false });
  expect(text.replaceAll(/\s/g, '').split(LONG)).toHaveLength(5);
  expect(text).toContain(`-target='${LONG}'`);
});

test('lists findings worst first, each with its fix, and ends with what to do next', () => {
  const findings = Array.from({ length: 30 }, (_, i) => ({
    ...DRIFT.findings[i % DRIFT.findings.length]!,
    resource: `aws_thing.r${i}`,
  }));
  const text = terminalReport({ ...DRIFT, findings }, { width: 80, color: false, target: 'my infra' });
  const severities = [...text.matchAll(/^  ([A-Z]+) +(?:changed|deleted)  aws_thing/gm)].map(([, one = '']) => one);
  const order = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
  expect(severities).toEqual(severities.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  expect(severities).toHaveLength(30);
  expect(text.match(/^ {6}Fix: /gm)).toHaveLength(30);
  expect(text.slice(text.indexOf('\nNext\n'))).toMatch(/plumbline explain aws_thing\.r\d+ 'my infra'/);
});
