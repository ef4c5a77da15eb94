import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { phrases, SUBJECTS } from '../../../../testkit/catalog.ts';
import { findingsText, parseFindings } from '../../../../testkit/golden-findings.ts';
import { MASK } from '../../mask/mask.ts';
import { clausesFor } from './clauses.ts';
import { incidentSummary, type TaggedFinding } from './sentence.ts';

/** Findings and their sentences, by area. `vitest --update` rewrites the sentences for review. */
const GOLDEN = new URL('golden/', import.meta.url);

const areas = readdirSync(GOLDEN).map((file) => file.replace('.txt', ''));
const casesOf = (area: string): TaggedFinding[] =>
  parseFindings(readFileSync(new URL(`${area}.txt`, GOLDEN), 'utf8')).map(({ tags, ...finding }) => ({
    finding: { ...finding, message: '' },
    ...(tags && { tags }),
  }));
const all = areas.flatMap(casesOf);

test.each(areas)('writes the reviewed sentences of golden/%s', async (area) => {
  const cases = casesOf(area).map((one) => ({ ...one.finding, message: incidentSummary(one), tags: one.tags }));
  await expect(findingsText(cases)).toMatchFileSnapshot(new URL(`${area}.txt`, GOLDEN).pathname);
});

test('names the resource in every sentence', () => {
  expect(all.length).toBeGreaterThanOrEqual(150);
  for (const one of all) {
    const { resource } = one.finding;
    if (/^[ -~]{1,160}$/.test(resource)) expect(incidentSummary(one)).toContain(resource);
    expect(incidentSummary(one)).not.toContain(MASK);
  }
});

test('covers every type that has phrases, changed and deleted', () => {
  const of = (kind: string) => new Set(all.flatMap(({ finding }) => (finding.kind === kind ? [finding.type] : [])));
  const [changed, deleted] = [of('changed'), of('deleted')];
  expect(SUBJECTS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(SUBJECTS.map(({ type }) => type)).size).toBe(SUBJECTS.length);
  const untold = SUBJECTS.filter(({ type, so, phrases: own }) =>
    own.length > 0 ? !changed.has(type) : so === undefined || !deleted.has(type),
  );
  expect(untold.map(({ type }) => type)).toEqual([]);
  expect(SUBJECTS.filter(({ type, so }) => so !== undefined && !deleted.has(type)).map(({ type }) => type)).toEqual([]);
});

/** Clauses about switches are joined. */
const head = (text: string) => text.toLowerCase().replace(/ (was|were) switched (on|off)$/, '');

test('uses every phrase in a sentence', () => {
  const used = new Set(
    all.flatMap((one) => {
      const sentence = incidentSummary(one).toLowerCase();
      const clauses = clausesFor(one.finding);
      return clauses.flatMap(({ text, phrase }) => (phrase && sentence.includes(head(text)) ? [phrase] : []));
    }),
  );
  const idle = phrases().filter((phrase) => !used.has(phrase));
  expect(idle.map(({ kind, at }) => `${kind} ${at.join(', ')}`)).toEqual([]);
});
