import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../src/engine/model/analysis.ts';
import { unitFor } from '../src/engine/report/wording/types/table.ts';

/** A finding as far as it is told in a sentence. */
type Said = Pick<Finding, 'resource' | 'type' | 'severity' | 'message' | 'attributes' | 'severity_reason'>;

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const estates: [string, Said[]][] = [
  ...readdirSync(new URL('parity/golden/', import.meta.url)).map((name): [string, Said[]] => [
    name.replace('.json', ''),
    read(`parity/golden/${name}`) as Said[],
  ]),
  ['recorded', (read('fixtures/recorded/found.json') as { findings: Said[] }).findings],
];

/** Texts that name no fact, and numbers in the place of words. */
const EMPTY = /settings (have|were) changed|may have changed|has changed\.|tags or texts|any number of|\((1|6|17|58)\)/;
const EMPTY_REASON = /settings have changed|secret has changed|any number of|\((1|6|17|58)\)/;

/** The words that stand for what a thing is counted in, or for a part or a multiple of it. */
const MEASURES: Readonly<Record<string, RegExp>> = {
  milliseconds: /millisecond|second|minute|hour|day/,
  seconds: /second|minute|hour|day/,
  minutes: /minute|hour|day/,
  bytes: /byte|[KMG]i?B/,
};
const measureOf = (unit: string) => MEASURES[unit] ?? new RegExp(unit.replace(/s$/, ''), 'i');

const nameOf = (path: string) => path.replaceAll(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, '');
const isNumber = (value: unknown) => typeof value === 'number';

/** One a line, to be read; `vitest -u` writes them anew. */
const SENTENCES = new URL('fixtures/sentences/', import.meta.url);

describe.each(estates)('the sentences of the estate %s', (name, findings) => {
  test('are those that were read and found good', async () => {
    const lines = findings.map(({ severity, resource, message }) => `${severity} ${resource}: ${message}\n`);
    await expect(lines.join('')).toMatchFileSnapshot(new URL(`${name}.txt`, SENTENCES).pathname);
  });

  test('name a fact, each', () => {
    expect(findings.length).toBeGreaterThan(0);
    const empty = findings.filter(
      ({ message, severity_reason: reason = '' }) => EMPTY.test(message) || EMPTY_REASON.test(reason),
    );
    expect(empty.map(({ resource, message, severity_reason }) => [resource, message, severity_reason])).toEqual([]);
  });

  test('are sentences: a capital or a name, one full stop, nothing masked', () => {
    for (const { message } of findings) {
      expect(message).toMatch(/^[^\s].*[^.]\.$/);
      expect(message).not.toMatch(/\(sensitive\)|undefined|null|\s{2}/);
    }
  });

  test('tell no number without its unit', () => {
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
