import { describe, expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { compareWithPlan, type Plan } from '../confirm/plan-check.ts';
import { compareInstance } from '../sift/sift.ts';
import { withGuess } from './differences.ts';
import type { Present } from './observed.ts';

const members: SchemaSpec = { text: ['string', 'o'], list: [['list', 'string'], 'o'], other: ['string', 'o'] };
const before = { id: 'i', text: null, list: null, other: 'a' };
const live = { id: 'i', text: '', list: [], other: 'b' };
const observed = (id: string) =>
  observedOf({ address: 'a_b.x', before, live }, { a_b: { id: ['string', id], ...members } }) as Present;
const reported = (one: Present, legacy: boolean | undefined) => {
  const { differences, suppressed } = compareInstance(one, legacy);
  return [
    differences.map(({ path }) => path.join('.')),
    suppressed.map(({ path, stage }) => `${path.join('.')} ${stage}`),
  ];
};

describe('null against empty', () => {
  test('suppresses it visibly for a type that its provider calls legacy', () => {
    expect(reported(observed('c'), true)).toEqual([['other'], ['text empty', 'list empty']]);
  });

  test('reports it for text of other types, whatever their schema looks like', () => {
    expect(reported(observed('oc'), false)).toEqual([['text', 'other'], ['list empty']]);
  });

  test('leaves it open until the provider has answered', () => {
    const one = observed('oc');
    const { differences } = compareInstance(one, undefined);
    expect(differences.map(({ path, perhapsNone }) => [path[0], perhapsNone])).toEqual([
      ['text', true],
      ['other', undefined],
    ]);
    const plan = (legacy: boolean): Plan => ({ planned: before, replaces: [], legacy });
    const verdict = (legacy: boolean) => compareWithPlan(one, differences, plan(legacy), () => false);
    expect(verdict(true).differences.map(({ path }) => path[0])).toEqual(['other']);
    expect(verdict(true).suppressed).toMatchObject([{ path: ['text'], stage: 'empty' }]);
    expect(verdict(false).differences.map(({ path }) => path[0])).toEqual(['text', 'other']);
  });

  test('decides by the schema where no provider can be asked', () => {
    const guess = (id: string) => withGuess(observed(id), compareInstance(observed(id), undefined).differences);
    expect(guess('oc').differences.map(({ path }) => path[0])).toEqual(['other']);
    expect(guess('c').differences.map(({ path }) => path[0])).toEqual(['text', 'other']);
  });
});
