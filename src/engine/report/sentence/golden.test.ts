import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../base/json.ts';
import type { Finding } from '../../model/analysis.ts';
import { MASK } from '../../mask/mask.ts';
import { typeOfAddress } from '../../state/type-of-address.ts';
import { clausesFor } from './clauses.ts';
import { incidentSummary, type Told } from './sentence.ts';
import { phrases, SUBJECTS, subjectOf } from '../wording/types/table.ts';

/** Findings with what a sentence is made of, by area; `vitest -u` writes the sentences anew, one a line, to be read. */
const GOLDEN = new URL('golden/', import.meta.url);

type Case = {
  finding: Omit<Partial<Finding>, 'attributes'> & {
    resource: string;
    attributes: { path: string; before: Json; after: Json }[];
  };
  tags?: Record<string, string>;
};

const told = ({ finding, tags }: Case): Told => ({
  finding: {
    type: typeOfAddress(finding.resource) ?? finding.resource.split('.')[0] ?? '',
    provider: 'registry.terraform.io/hashicorp/aws',
    kind: 'changed',
    severity: 'medium',
    state_key: 'terraform.tfstate',
    message: '',
    first_seen_at: '2026-01-15T09:30:00.000Z',
    fingerprint: '',
    incident_id: null,
    ...finding,
    attributes: finding.attributes.map((attribute) => ({
      ...attribute,
      sensitive: attribute.before === MASK,
      requires_replace: false,
      action: 'changed',
    })),
  },
  ...(tags && { tags }),
});

const areas = readdirSync(GOLDEN).flatMap((file) => (file.endsWith('.json') ? [file.replace('.json', '')] : []));
const casesOf = (area: string) =>
  (JSON.parse(readFileSync(new URL(`${area}.json`, GOLDEN), 'utf8')) as Case[]).map(told);
const all = areas.flatMap(casesOf);

describe.each(areas)('the sentences of golden/%s', (area) => {
  test('are those that were read and found good', async () => {
    const text = casesOf(area).map((one) => `${incidentSummary(one)}\n`);
    await expect(text.join('')).toMatchFileSnapshot(new URL(`${area}.txt`, GOLDEN).pathname);
  });
});

test('they are many, and name their resources', () => {
  expect(all.length).toBeGreaterThanOrEqual(150);
  for (const one of all) {
    const { resource } = one.finding;
    if (/^[ -~]{1,160}$/.test(resource)) expect(incidentSummary(one)).toContain(resource);
    expect(incidentSummary(one)).not.toContain(MASK);
  }
});

test('every type that has phrases is told changed, as far as it has phrases, and deleted', () => {
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

test('every phrase stands in a sentence', () => {
  const used = new Set(
    all.flatMap((one) => {
      const sentence = incidentSummary(one).toLowerCase();
      const clauses = clausesFor(one.finding, subjectOf(one.finding.type));
      return clauses.flatMap(({ text, phrase }) => (phrase && sentence.includes(head(text)) ? [phrase] : []));
    }),
  );
  const idle = phrases().filter((phrase) => !used.has(phrase));
  expect(idle.map(({ kind, at }) => `${kind} ${at.join(', ')}`)).toEqual([]);
});
