import { expect, test } from 'vitest';
import type { AttributeDrift, Coverage, SuppressedDifference } from '../model/analysis.ts';
import { MASK } from '../mask/mask.ts';
import { truncate } from '../value/truncate.ts';
import { foresee } from './foresee.ts';
import { compileIgnores, type IgnoreRule } from './ignore.ts';

const NOW = new Date('2026-01-31T09:30:00Z');
const ignores = (...rules: Partial<IgnoreRule>[]) =>
  compileIgnores(
    rules.map((rule, i) => ({ id: `r${i}`, reason: 'because', source: 'organization', ...rule })),
    NOW,
  );
const coverage = (more: Partial<Coverage> = {}): Coverage => ({
  resource: 'aws_instance.web',
  type: 'aws_instance',
  state_key: 'prod/web',
  verdict: 'changed',
  ...more,
});
const attribute = (path: string, more: Partial<AttributeDrift> = {}) => ({
  path,
  before: 1,
  after: 2,
  sensitive: false,
  ...more,
});
const taken = (path: string, more: Partial<SuppressedDifference> = {}): SuppressedDifference => ({
  path,
  stage: 'ignore',
  why: 'because',
  before: 1,
  after: 2,
  ...more,
});
const changed = (...attributes: ReturnType<typeof attribute>[]) => ({ kind: 'changed' as const, attributes });

test('hides a finding by its instance, by all of its attributes, or not at all', () => {
  const reported = { coverage: coverage(), finding: changed(attribute('size'), attribute('tags["a"]')) };
  expect(foresee(ignores({ address: 'aws_instance.web' }), reported)).toMatchObject({ effect: 'hidden', back: [] });
  expect(foresee(ignores({ attribute: 'size' }, { attribute: 'tags' }), reported)).toMatchObject({ effect: 'hidden' });
  expect(foresee(ignores({ attribute: 'size' }), reported)).toMatchObject({
    effect: 'narrowed',
    taken: [{ path: 'size' }],
  });
  expect(foresee(ignores({ attribute: 'other' }), reported)).toMatchObject({ effect: undefined, taken: [], rules: [] });
});

test('keeps a deletion, whatever is ignored of its attributes', () => {
  const reported = {
    coverage: coverage({ verdict: 'deleted' }),
    finding: { kind: 'deleted' as const, attributes: [] },
  };
  expect(foresee(ignores({ attribute: 'size' }), reported).effect).toBeUndefined();
  expect(foresee(ignores({ type: 'aws_*' }), reported).effect).toBe('hidden');
});

test('applies a tag rule to tags_all, and to no attribute with a similar name', () => {
  const rules = ignores({ attribute: 'tags["team"]' });
  const of = (path: string) => foresee(rules, { coverage: coverage(), finding: changed(attribute(path)) }).effect;
  expect([of('tags_all["team"]'), of('tags_all_else["team"]'), of('tags_all')]).toEqual([
    'hidden',
    undefined,
    undefined,
  ]);
});

test('matches no masked values and reports truncated values as unsure', () => {
  const rules = ignores({ attribute: 'text', after: { matches: '*x' } });
  const of = (more: Partial<AttributeDrift>) =>
    foresee(rules, { coverage: coverage(), finding: changed(attribute('text', more)) }).effect;
  expect(of({ after: 'ax' })).toBe('hidden');
  expect(of({ after: MASK, sensitive: true })).toBeUndefined();
  expect(of({ after: truncate('', 'x'.repeat(10_000))[1] })).toBe('unsure');
});

test('brings back differences that no rule hides, and reports wholly ignored instances as unseen', () => {
  const skipped = { verdict: 'skipped', reason: 'ignored' } as const;
  const partly = coverage({ ...skipped, suppressed: [taken('size'), taken('note', { stage: 'empty' })] });
  expect(foresee(ignores(), { coverage: partly })).toMatchObject({ effect: 'back', back: ['size'] });
  expect(foresee(ignores({ attribute: 'size' }), { coverage: partly })).toMatchObject({ effect: undefined, back: [] });
  expect(foresee(ignores({ type: 'aws_*' }), { coverage: partly })).toMatchObject({ effect: undefined, back: [] });
  expect(foresee(ignores(), { coverage: coverage(skipped) }).effect).toBe('unseen');
  expect(foresee(ignores({ attribute: 'size' }), { coverage: coverage(skipped) }).effect).toBe('unseen');
  const long = coverage({ ...skipped, suppressed: [{ path: 'size', stage: 'ignore', why: 'because' }] });
  expect(foresee(ignores({ attribute: 'size', after: { equals: 2 } }), { coverage: long })).toMatchObject({
    effect: 'unsure',
    back: [],
  });
});
