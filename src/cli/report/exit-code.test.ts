import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Analysis } from '../../engine/model/analysis.ts';
import { exitCodeFor } from './exit-code.ts';

function golden(name: string): Analysis {
  return JSON.parse(
    readFileSync(new URL(`../../texts/golden/${name}/analysis.json`, import.meta.url), 'utf8'),
  ) as Analysis;
}

test.each([
  ['in-sync', 0, 0],
  ['drift', 2, 2],
  ['hostile', 2, 2],
  ['gaps', 1, 0],
  ['failed', 1, 1],
])('%s ends with %d, and with %d when gaps are allowed', (name, strict, allowing) => {
  expect(exitCodeFor(golden(name), { allowUnread: false })).toBe(strict);
  expect(exitCodeFor(golden(name), { allowUnread: true })).toBe(allowing);
});

test.each([
  ['drift', 'critical', 2],
  ['side-effects', 'critical', 0],
  ['side-effects', 'high', 2],
  ['gaps', 'critical', 1],
  ['failed', 'critical', 1],
] as const)('%s at --fail-on %s ends with %d', (name, failOn, code) => {
  expect(exitCodeFor(golden(name), { failOn })).toBe(code);
});

test('counts an unreadable state as a gap, even where every instance was checked', () => {
  const analysis = golden('in-sync');
  const states = [...analysis.states, { ...analysis.states[0]!, key: 'other.tfstate', status: 'unreadable' as const }];
  expect(exitCodeFor({ ...analysis, states }, { allowUnread: false })).toBe(1);
});
