import { describe, expect, test } from 'vitest';
import type { Value } from '../../base/value.ts';
import { observedOf } from '../../../testkit/drift-observed.ts';
import { schemaOf, type SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';
import type { Present } from '../compare/observed.ts';
import { minimalConfig } from './config.ts';
import { explainedByRelated } from './related-resources.ts';
import { proposedNew } from './proposed.ts';
import { judge, unstable } from './judge.ts';

const SPEC: SchemaSpec = {
  id: ['string', 'oc'],
  arn: ['string', 'c'],
  name: ['string', 'r'],
  zone: ['string', 'oc'],
  text: ['string', 'o'],
  policy: ['string', 'oc'],
  tags: [['map', 'string'], 'o'],
  tags_all: [['map', 'string'], 'oc'],
  rule: { nesting: 'list', of: { port: ['number', 'r'], id: ['string', 'c'], note: ['string', 'oc'] } },
  peer: { nesting: 'set', of: { host: ['string', 'r'], id: ['string', 'c'] } },
};
const block = schemaOf(SPEC);
const BEFORE = {
  id: 'i',
  arn: 'arn:x',
  name: 'n',
  zone: 'a',
  text: 't',
  policy: null,
  tags: { a: 'b' },
  tags_all: { a: 'b' },
  rule: [{ port: 1, id: 'r-1', note: 'x' }],
  peer: [{ host: 'h', id: 'p-1' }],
};

describe('minimal configuration', () => {
  test('omits computed values and unchanged optional values from the configuration to plan', () => {
    expect(minimalConfig(block, BEFORE, BEFORE)).toEqual({
      id: null,
      arn: null,
      name: 'n',
      zone: null,
      text: 't',
      policy: null,
      tags: { a: 'b' },
      tags_all: null,
      rule: [{ port: 1, id: null, note: null }],
      peer: [{ host: 'h', id: null }],
    });
  });

  test('configures differing values as the state has them, and takes the tags of the cloud', () => {
    const live = { ...BEFORE, zone: 'b', tags: { z: 'z' }, rule: [{ port: 1, id: 'r-1', note: 'y' }] };
    expect(minimalConfig(block, BEFORE, live)).toMatchObject({
      zone: 'a',
      tags: { z: 'z' },
      rule: [{ port: 1, id: null, note: 'x' }],
    });
  });
});

describe('proposed new state', () => {
  test('proposes the configuration, and the prior value where the cloud may fill in', () => {
    const live = { ...BEFORE, text: 'other', rule: [{ port: 2, id: 'r-1', note: 'x' }] };
    const proposed = proposedNew(block, live, minimalConfig(block, BEFORE, live));
    expect(proposed).toEqual({ ...BEFORE, tags_all: { a: 'b' } });
  });

  test('pairs elements of a set by their configured values, each once', () => {
    const live = {
      ...BEFORE,
      peer: [
        { host: 'g', id: 'p-2' },
        { host: 'h', id: 'p-1' },
      ],
    };
    const config = {
      ...(minimalConfig(block, BEFORE, live) as object),
      peer: [
        { host: 'h', id: null },
        { host: 'new', id: null },
      ],
    };
    expect(proposedNew(block, live, config)).toMatchObject({
      peer: [
        { host: 'h', id: 'p-1' },
        { host: 'new', id: null },
      ],
    });
  });
});

/** Has an honest provider judge: its plan is what is proposed, but for attributes that it takes for equal. */
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
  const { differences, suppressed } = judge(observed, result.differences, plan, () => explained);
  return {
    differs: differences.map(({ path }) => path.join('.')),
    replaces: differences.filter((one) => one.replaces).map(({ path }) => path.join('.')),
    taken: Object.fromEntries(suppressed.map(({ path, stage }) => [path.join('.'), stage])),
  };
}

describe('plan check', () => {
  test('keeps differences that the provider plans to revert, and reports what that would replace', () => {
    expect(verdictOn({ ...BEFORE, text: 'other', zone: 'b' }, { replaces: ['zone'] })).toEqual({
      differs: ['zone', 'text'],
      replaces: ['zone'],
      taken: {},
    });
  });

  test('suppresses differences that the provider’s plan treats as equal', () => {
    expect(verdictOn({ ...BEFORE, text: 'T' }, { deaf: ['text'] })).toEqual({
      differs: [],
      replaces: [],
      taken: { text: 'judge' },
    });
  });

  test('confirms a value where there was none, since no configuration can express it', () => {
    const live = { ...BEFORE, policy: '{"Statement":[]}' };
    expect(verdictOn(live).differs).toEqual(['policy']);
    expect(verdictOn(live, {}, true).taken).toEqual({ policy: 'neighbours' });
    const none = { ...BEFORE, rule: [] };
    expect(verdictOn({ ...none, peer: [] }).differs).toEqual(['rule', 'peer']);
  });

  test('asks no provider about tags', () => {
    const tags = { a: 'c' };
    expect(verdictOn({ ...BEFORE, tags, tags_all: tags }, { deaf: ['tags', 'tags_all'] }).differs.sort()).toEqual([
      'tags.a',
      'tags_all.a',
    ]);
  });
});

test('suppresses values that change between two reads, and keeps the rest', () => {
  const live = { ...BEFORE, text: 'one', zone: 'b' };
  const [result] = findDrift([observedOf({ address: 'aws_thing.x', before: BEFORE, live }, { aws_thing: SPEC })]);
  if (!result) throw new Error('nothing was compared');
  const { differences, suppressed } = unstable(
    result.observed as Present,
    { ...live, text: 'two' },
    result.differences,
  );
  expect(differences.map(({ path }) => path)).toEqual([['zone']]);
  expect(suppressed).toMatchObject([{ path: ['text'], stage: 'unstable' }]);
});

test('keeps a difference beside a value that changes on each read, and one that contains a timestamp', () => {
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
  const { differences, suppressed } = unstable(result.observed as Present, again, result.differences);
  expect(differences.map(({ path }) => path.join('.'))).toEqual(['settings.0.public', 'labels.owner']);
  expect(suppressed.map(({ path }) => path.join('.'))).toEqual(['labels.tick']);
});

describe('related resources', () => {
  const instanceOf = (address: string, before: object) =>
    observedOf({ address, before, live: before }, { aws_thing: SPEC, aws_other: SPEC }).instance;
  const one = instanceOf('aws_thing.x', BEFORE);

  test('attributes a value to a related resource that has it, JSON in any order', () => {
    const other = instanceOf('aws_other.p', { id: 'o', name: 'i', policy: '{"b":1,"a":2}' });
    const explained = explainedByRelated([{ instance: one }, { instance: other }]);
    expect(explained(one, '{"a":2,"b":1}')).toBe(true);
    expect(explained(one, '{"a":3}')).toBe(false);
    expect(explained(one, [])).toBe(false);
  });

  test('attributes an element to a managed resource that a related resource links to this one', () => {
    const volume = instanceOf('aws_thing.v', { id: 'vol-1', name: 'v' });
    const tie = instanceOf('aws_other.t', { id: 't', name: 'i', text: 'vol-1' });
    const explained = explainedByRelated([{ instance: one }, { instance: volume }, { instance: tie }]);
    expect(explained(one, [{ volume: 'vol-1', size: 8 }])).toBe(true);
    expect(explained(one, [{ volume: 'vol-1' }, { volume: 'vol-2' }])).toBe(false);
  });

  test('attributes nothing to common words, to texts of tags, or to several resources with the same value', () => {
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

  test('attributes nothing to values of unrelated resources', () => {
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
  expect(judge(observed, result.differences, plan, () => false).differences).toHaveLength(50_000);
  expect(unstable(observed, side('b') as Value, result.differences).differences).toHaveLength(50_000);
}, 60_000);
