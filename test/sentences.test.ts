import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../src/engine/model/analysis.ts';
import { unitFor } from '../src/engine/report/wording/phrases.ts';
import { readGolden } from './parity/golden.ts';
import { parseFound } from './recorded-found.ts';

const recorded = readFileSync(new URL('fixtures/recorded/found.txt', import.meta.url), 'utf8');
const estates: [string, Finding[]][] = [
  ...['broad', 'network', 'serverless', 'wide'].map((name): [string, Finding[]] => [name, readGolden(name)]),
  ['recorded', parseFound(recorded).findings],
];

/** Phrases without a fact, and numbers in the place of words. */
const EMPTY = /settings (have|were) changed|may have changed|has changed\.|tags or texts|any number of|\((1|6|17|58)\)/;
const EMPTY_REASON = /settings have changed|secret has changed|any number of|\((1|6|17|58)\)/;

/** The words for each unit, its parts and its multiples. */
const MEASURES: Readonly<Record<string, RegExp>> = {
  milliseconds: /millisecond|second|minute|hour|day/,
  seconds: /second|minute|hour|day/,
  minutes: /minute|hour|day/,
  bytes: /byte|[KMG]i?B/,
};
const measureOf = (unit: string) => MEASURES[unit] ?? new RegExp(unit.replace(/s$/, ''), 'i');

const nameOf = (path: string) => path.replaceAll(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, '');
const isNumber = (value: unknown) => typeof value === 'number';

describe.each(estates)('the sentences of the estate %s', (_name, findings) => {
  test('names a fact in each sentence', () => {
    expect(findings.length).toBeGreaterThan(0);
    const empty = findings.filter(
      ({ message, severity_reason: reason = '' }) => EMPTY.test(message) || EMPTY_REASON.test(reason),
    );
    expect(empty.map(({ resource, message, severity_reason }) => [resource, message, severity_reason])).toEqual([]);
  });

  test('writes whole sentences: a capital or a name, one full stop, nothing masked', () => {
    for (const { message } of findings) {
      expect(message).toMatch(/^[^\s].*[^.]\.$/);
      expect(message).not.toMatch(/\(sensitive\)|undefined|null|\s{2}/);
    }
  });

  test('gives each number its unit', () => {
    const bare = findings.flatMap(({ resource, type, message, attributes }) =>
      attributes.flatMap(({ path, before, after }) => {
        const unit = unitFor(type, nameOf(path));
        const isTold = [before, after].some((value) => isNumber(value) && new RegExp(`\\b${value}\\b`).test(message));
        return unit !== undefined && isTold && !measureOf(unit).test(message)
          ? [`${resource} ${path}: ${message}`]
          : [];
      }),
    );
    expect(bare).toEqual([]);
  });
});
