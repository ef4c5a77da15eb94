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

test('a finding is hidden whole, for all that differs, or not at all', () => {
  const told = { coverage: coverage(), finding: changed(attribute('size'), attribute('tags["a"]')) };
  expect(foresee(ignores({ address: 'aws_instance.web' }), told)).toMatchObject({ effect: 'hidden', back: [] });
  expect(foresee(ignores({ attribute: 'size' }, { attribute: 'tags' }), told)).toMatchObject({ effect: 'hidden' });
  expect(foresee(ignores({ attribute: 'size' }), told)).toMatchObject({
    effect: 'narrowed',
    taken: [{ path: 'size' }],
  });
  expect(foresee(ignores({ attribute: 'other' }), told)).toMatchObject({ effect: undefined, taken: [], rules: [] });
});

test('what is gone is gone, whatever is ignored of its attributes', () => {
  const told = { coverage: coverage({ verdict: 'deleted' }), finding: { kind: 'deleted' as const, attributes: [] } };
  expect(foresee(ignores({ attribute: 'size' }), told).effect).toBeUndefined();
  expect(foresee(ignores({ type: 'aws_*' }), told).effect).toBe('hidden');
});

test('a rule about a tag is about it among all tags, too, and about nothing that is only called alike', () => {
  const rules = ignores({ attribute: 'tags["team"]' });
  const of = (path: string) => foresee(rules, { coverage: coverage(), finding: changed(attribute(path)) }).effect;
  expect([of('tags_all["team"]'), of('tags_all_else["team"]'), of('tags_all')]).toEqual([
    'hidden',
    undefined,
    undefined,
  ]);
});

test('values that are masked answer nothing; those that were cut, nobody knows what', () => {
  const rules = ignores({ attribute: 'text', after: { matches: '*x' } });
  const of = (more: Partial<AttributeDrift>) =>
    foresee(rules, { coverage: coverage(), finding: changed(attribute('text', more)) }).effect;
  expect(of({ after: 'ax' })).toBe('hidden');
  expect(of({ after: MASK, sensitive: true })).toBeUndefined();
  expect(of({ after: truncate('', 'x'.repeat(10_000))[1] })).toBe('unsure');
});

test('what was taken out comes back where no rule takes it, and is unknown where it was never looked at', () => {
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
