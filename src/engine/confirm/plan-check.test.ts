import { describe, expect, test } from 'vitest';
import type { Value } from '../../base/value.ts';
import { observedOf } from '../../../testkit/drift-observed.ts';
import { schemaOf, type SchemaSpec } from '../../../testkit/drift-schema.ts';
import { THING as SPEC, THING_STATE as BEFORE } from '../../../testkit/drift-thing.ts';
import { findDrift } from '../../../testkit/find-drift.ts';
import type { Present } from '../compare/observed.ts';
import { minimalConfig, proposedNew } from './proposed.ts';
import { explainedByRelated } from './related-resources.ts';
import { compareWithPlan, suppressUnstable } from './plan-check.ts';

const block = schemaOf(SPEC);

/**
 * Compares with the plan of a well-behaved provider: the proposed state, except for attributes (`deaf`) that it treats
 * as equal.
 */
function verdictOn(
  live: object,
  { deaf = [], replaces = [] }: { deaf?: string[]; replaces?: string[] } = {},
  explained = false,
) {
  const [result] = findDrift([observedOf({ address: 'aws_thing.x', before: BEFORE, live }, { aws_thing: SPEC })]);
  if (!result) throw new Error('nothing was compared');
  const observed = result.observed as Present;
  const value = live as Value;
  const proposed = proposedNew(block, value, minimalConfig(block, BEFORE, value)) as Record<string, Value>;
  const planned: Value = {
    ...proposed,
    ...Object.fromEntries(deaf.map((name) => [name, (live as Record<string, Value>)[name] ?? null])),
  };
  const plan = { planned, replaces: replaces.map((name) => [name]), legacy: true };
  const { differences, suppressed } = compareWithPlan(observed, result.differences, plan, () => explained);
  return {
    differs: differences.map(({ path }) => path.join('.')),
    replaces: differences.filter((one) => one.replaces).map(({ path }) => path.join('.')),
    taken: Object.fromEntries(suppressed.map(({ path, stage }) => [path.join('.'), stage])),
  };
}

describe('compareWithPlan', () => {
  test('keeps differences that the plan reverts, and marks replacements', () => {
    expect(verdictOn({ ...BEFORE, text: 'other', zone: 'b' }, { replaces: ['zone'] })).toEqual({
      differs: ['zone', 'text'],
      replaces: ['zone'],
      taken: {},
    });
  });

  test('suppresses values that are equal to the provider', () => {
    expect(verdictOn({ ...BEFORE, text: 'T' }, { deaf: ['text'] })).toEqual({
      differs: [],
      replaces: [],
      taken: { text: 'plan-check' },
    });
  });

  test('keeps a new value that no configuration can remove, though the plan shows no change', () => {
    const live = { ...BEFORE, policy: '{"Statement":[]}' };
    expect(verdictOn(live).differs).toEqual(['policy']);
    expect(verdictOn(live, {}, true).taken).toEqual({ policy: 'related-resources' });
    const none = { ...BEFORE, rule: [] };
    expect(verdictOn({ ...none, peer: [] }).differs).toEqual(['rule', 'peer']);
  });

  test('ignores the plan for tags', () => {
    const tags = { a: 'c' };
    expect(verdictOn({ ...BEFORE, tags, tags_all: tags }, { deaf: ['tags', 'tags_all'] }).differs.sort()).toEqual([
      'tags.a',
      'tags_all.a',
    ]);
  });
});

test('suppresses only the differences on which a second read disagrees', () => {
  const live = { ...BEFORE, text: 'one', zone: 'b' };
  const [result] = findDrift([observedOf({ address: 'aws_thing.x', before: BEFORE, live }, { aws_thing: SPEC })]);
  if (!result) throw new Error('nothing was compared');
  const { differences, suppressed } = suppressUnstable(
    result.observed as Present,
    { ...live, text: 'two' },
    result.differences,
  );
  expect(differences.map(({ path }) => path)).toEqual([['zone']]);
  expect(suppressed).toMatchObject([{ path: ['text'], stage: 'unstable' }]);
});

test('keeps a difference beside an unstable value, or with a clock inside', () => {
  const spec: SchemaSpec = {
    id: ['string', 'oc'],
    settings: { nesting: 'list', of: { public: ['bool', 'o'], seen: ['string', 'c'] } },
    labels: [['map', 'string'], 'o'],
  };
  const side = (isPublic: boolean, seen: string, labels: Record<string, string>) => ({
    id: 'i',
    settings: [{ public: isPublic, seen }],
    labels,
  });
  const live = side(true, '2', { owner: 'me', tick: '1' });
  const [result] = findDrift([
    observedOf({ address: 'aws_thing.x', before: side(false, '1', {}), live }, { aws_thing: spec }),
  ]);
  if (!result) throw new Error('nothing was compared');
  const again = side(true, '3', { owner: 'me', tick: '2' });
  const { differences, suppressed } = suppressUnstable(result.observed as Present, again, result.differences);
  expect(differences.map(({ path }) => path.join('.'))).toEqual(['settings.0.public', 'labels.owner']);
  expect(suppressed.map(({ path }) => path.join('.'))).toEqual(['labels.tick']);
});

describe('related resources', () => {
  const instanceOf = (address: string, before: object) =>
    observedOf({ address, before, live: before }, { aws_thing: SPEC, aws_other: SPEC }).instance;
  const one = instanceOf('aws_thing.x', BEFORE);

  test('explain a value of a resource that refers to this one, JSON in any order', () => {
    const other = instanceOf('aws_other.p', { id: 'o', name: 'i', policy: '{"b":1,"a":2}' });
    const explained = explainedByRelated([{ instance: one }, { instance: other }]);
    expect(explained(one, '{"a":2,"b":1}')).toBe(true);
    expect(explained(one, '{"a":3}')).toBe(false);
    expect(explained(one, [])).toBe(false);
  });

  test('explain an element that names a managed resource to which a related one links', () => {
    const volume = instanceOf('aws_thing.v', { id: 'vol-1', name: 'v' });
    const tie = instanceOf('aws_other.t', { id: 't', name: 'i', text: 'vol-1' });
    const explained = explainedByRelated([{ instance: one }, { instance: volume }, { instance: tie }]);
    expect(explained(one, [{ volume: 'vol-1', size: 8 }])).toBe(true);
    expect(explained(one, [{ volume: 'vol-1' }, { volume: 'vol-2' }])).toBe(false);
  });

  test('explain nothing by common words, tags, or values of several resources together', () => {
    const file = instanceOf('aws_other.f', { id: 'f', name: 'i', text: 'index.html' });
    const tagged = instanceOf('aws_other.t', { id: 't', name: 'i', tags: { owner: 'admin' } });
    const profile = instanceOf('aws_thing.p', { id: 'admin', name: 'p' });
    const open = instanceOf('aws_other.o', { id: 'o', name: 'i', text: 'sg-0123456789' });
    const explained = explainedByRelated([one, file, tagged, profile, open].map((instance) => ({ instance })));
    expect(explained(one, [{ index: 'index.html' }])).toBe(false);
    expect(explained(one, [{ enabled: true, size: 1 }])).toBe(false);
    expect(explained(one, 'admin')).toBe(false);
    expect(explained(one, [{ group: 'sg-0123456789', file: 'index.html' }])).toBe(false);
    expect(explained(one, 'sg-0123456789')).toBe(true);
  });

  test('explain nothing by values of unrelated resources', () => {
    const stranger = instanceOf('aws_other.s', { id: 's', name: 'z', policy: 'p' });
    expect(explainedByRelated([{ instance: one }, { instance: stranger }])(one, 'p')).toBe(false);
  });
});

test('takes time linear in the number of differences', () => {
  const spec: SchemaSpec = {
    id: ['string', 'oc'],
    settings: { nesting: 'list', of: { map: [['map', 'string'], 'o'] } },
  };
  const side = (value: string) => ({
    id: 'i',
    settings: [{ map: Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, value])) }],
  });
  const [result] = findDrift([
    observedOf({ address: 'aws_thing.x', before: side('a'), live: side('b') }, { aws_thing: spec }),
  ]);
  if (!result) throw new Error('nothing was compared');
  const observed = result.observed as Present;
  const plan = { planned: side('a') as Value, replaces: [], legacy: true };
  expect(compareWithPlan(observed, result.differences, plan, () => false).differences).toHaveLength(50_000);
  expect(suppressUnstable(observed, side('b') as Value, result.differences).differences).toHaveLength(50_000);
}, 60_000);
