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

describe('the least configuration', () => {
  test('leaves out what only the cloud sets, and what may be left out and is as it was', () => {
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

  test('says what differs, as the state has it, and takes the tags of the cloud', () => {
    const live = { ...BEFORE, zone: 'b', tags: { z: 'z' }, rule: [{ port: 1, id: 'r-1', note: 'y' }] };
    expect(minimalConfig(block, BEFORE, live)).toMatchObject({
      zone: 'a',
      tags: { z: 'z' },
      rule: [{ port: 1, id: null, note: 'x' }],
    });
  });
});

describe('what core would propose', () => {
  test('is the configuration, with what was there where the cloud may fill in', () => {
    const live = { ...BEFORE, text: 'other', rule: [{ port: 2, id: 'r-1', note: 'x' }] };
    const proposed = proposedNew(block, live, minimalConfig(block, BEFORE, live));
    expect(proposed).toEqual({ ...BEFORE, tags_all: { a: 'b' } });
  });

  test('pairs elements of a set by what is configured of them, each once', () => {
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

describe('the provider as judge', () => {
  test('keeps what it would change back, and tells what that would replace', () => {
    expect(verdictOn({ ...BEFORE, text: 'other', zone: 'b' }, { replaces: ['zone'] })).toEqual({
      differs: ['zone', 'text'],
      replaces: ['zone'],
      taken: {},
    });
  });

  test('takes away what means the same to it', () => {
    expect(verdictOn({ ...BEFORE, text: 'T' }, { deaf: ['text'] })).toEqual({
      differs: [],
      replaces: [],
      taken: { text: 'judge' },
    });
  });

  test('does not acquit by silence what no configuration can say: something where there was nothing', () => {
    const live = { ...BEFORE, policy: '{"Statement":[]}' };
    expect(verdictOn(live).differs).toEqual(['policy']);
    expect(verdictOn(live, {}, true).taken).toEqual({ policy: 'neighbours' });
    const none = { ...BEFORE, rule: [] };
    expect(verdictOn({ ...none, peer: [] }).differs).toEqual(['rule', 'peer']);
  });

  test('is not asked about tags', () => {
    const tags = { a: 'c' };
    expect(verdictOn({ ...BEFORE, tags, tags_all: tags }, { deaf: ['tags', 'tags_all'] }).differs.sort()).toEqual([
      'tags.a',
      'tags_all.a',
    ]);
  });
});

test('what a second read answers differently is no drift; the rest stays', () => {
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

test('what moves beside a difference, or a clock within it, does not make it one that moves', () => {
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

describe('neighbours explain', () => {
  const instanceOf = (address: string, before: object) =>
    observedOf({ address, before, live: before }, { aws_thing: SPEC, aws_other: SPEC }).instance;
  const one = instanceOf('aws_thing.x', BEFORE);

  test('a value that a resource which mentions this one has, JSON in any order', () => {
    const other = instanceOf('aws_other.p', { id: 'o', name: 'i', policy: '{"b":1,"a":2}' });
    const explained = explainedByRelated([{ instance: one }, { instance: other }]);
    expect(explained(one, '{"a":2,"b":1}')).toBe(true);
    expect(explained(one, '{"a":3}')).toBe(false);
    expect(explained(one, [])).toBe(false);
  });

  test('an element that names a managed resource which a neighbour ties to this one', () => {
    const volume = instanceOf('aws_thing.v', { id: 'vol-1', name: 'v' });
    const tie = instanceOf('aws_other.t', { id: 't', name: 'i', text: 'vol-1' });
    const explained = explainedByRelated([{ instance: one }, { instance: volume }, { instance: tie }]);
    expect(explained(one, [{ volume: 'vol-1', size: 8 }])).toBe(true);
    expect(explained(one, [{ volume: 'vol-1' }, { volume: 'vol-2' }])).toBe(false);
  });

  test('nothing by common words, by what people write into tags, nor by what several say together', () => {
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

  test('nothing by values of resources that have nothing to do with it', () => {
    const stranger = instanceOf('aws_other.s', { id: 's', name: 'z', policy: 'p' });
    expect(explainedByRelated([{ instance: one }, { instance: stranger }])(one, 'p')).toBe(false);
  });
});

test('takes a time that grows with the number of differences, not with its square', () => {
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
