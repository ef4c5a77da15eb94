import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { observedOf, type ObservedSpec } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';

type Expected = { kind: string; differences?: string[]; suppressed?: Record<string, string> };
type Case = {
  about: string;
  schemas: Record<string, SchemaSpec>;
  instances: ObservedSpec[];
  expected: Record<string, Expected>;
};

const fixtures = new URL('./fixtures/', import.meta.url);
const cases = readdirSync(fixtures).map((file) => JSON.parse(readFileSync(new URL(file, fixtures), 'utf8')) as Case);

describe('every case in fixtures/', () => {
  test.each(cases)('$about', ({ schemas, instances, expected }) => {
    const results = findDrift(instances.map((one) => observedOf(one, schemas)));
    const shown = results.map(({ instance, kind, differences, suppressed }) => [
      instance.address,
      {
        kind,
        differences: differences.map(({ path }) => path.join('.')),
        suppressed: Object.fromEntries(suppressed.map(({ path, stage }) => [path.join('.'), stage])),
      },
    ]);
    const wanted = Object.entries(expected).map(([address, one]) => [
      address,
      { differences: [], suppressed: {}, ...one },
    ]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(wanted));
  });

  test.each(cases)('the state against itself is in sync: $about', ({ schemas, instances }) => {
    const same = instances.map((one) => observedOf({ ...one, live: one.before }, schemas));
    expect(findDrift(same).filter(({ kind }) => kind !== 'in_sync' && kind !== 'skipped')).toEqual([]);
  });
});

test('what a stage takes away is told with a sentence why', () => {
  const all = cases.flatMap(({ schemas, instances }) => findDrift(instances.map((one) => observedOf(one, schemas))));
  const whys = all.flatMap(({ suppressed }) => suppressed.map(({ why }) => why));
  expect(whys.length).toBeGreaterThan(10);
  for (const why of whys) expect(why).toMatch(/^\S.{20,}[^.]$/);
});

test('20,000 instances, half of them parents of the other half, are compared without comparing each with each', () => {
  let looked = 0;
  const schemas = {
    aws_iam_role: { id: ['string', 'oc'], name: ['string', 'oc'], managed_policy_arns: [['set', 'string'], 'oc'] },
    aws_iam_role_policy_attachment: { id: ['string', 'oc'], role: ['string', 'r'], policy_arn: ['string', 'r'] },
  } satisfies Record<string, SchemaSpec>;
  const observed = Array.from({ length: 10_000 }, (_, i) => {
    const attachment = { id: `${i}`, role: `r${i}`, policy_arn: 'arn:a' };
    const before = { id: `r${i}`, name: `r${i}`, managed_policy_arns: [] };
    const counted = {
      ...attachment,
      get role() {
        looked += 1;
        return `r${i}`;
      },
    };
    return [
      observedOf(
        { address: `aws_iam_role.r${i}`, before, live: { ...before, managed_policy_arns: ['arn:a'] } },
        schemas,
      ),
      observedOf({ address: `aws_iam_role_policy_attachment.a${i}`, before: counted, live: attachment }, schemas),
    ];
  }).flat();
  const results = findDrift(observed);
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['in_sync']));
  expect(results.filter(({ suppressed }) => suppressed.length === 1)).toHaveLength(10_000);
  expect(looked).toBeLessThan(10_000 * 10);
});

test('one change at any place of a value is one difference there, or above it', () => {
  const schemas: Record<string, SchemaSpec> = {
    a_b: {
      id: ['string', 'c'],
      text: ['string', 'o'],
      list: [['list', 'string'], 'o'],
      map: [['map', 'string'], 'o'],
      rule: { nesting: 'list', of: { days: ['number', 'o'], names: [['set', 'string'], 'o'] } },
    },
  };
  const before = fc.record({
    id: fc.constant('1'),
    text: fc.string(),
    list: fc.array(fc.string()),
    map: fc.dictionary(fc.string(), fc.string()),
    rule: fc.array(fc.record({ days: fc.integer(), names: fc.uniqueArray(fc.string()) })),
  });
  fc.assert(
    fc.property(before, fc.string(), (value, extra) => {
      const spec = { address: 'a_b.x', before: value };
      const drift = (live: object) => findDrift([observedOf({ ...spec, live }, schemas)])[0];
      expect(drift(structuredClone(value))?.differences).toEqual([]);
      const paths = (live: object) => drift(live)?.differences.map(({ path }) => path[0]);
      expect(paths({ ...value, text: `${value.text}x` })).toEqual(['text']);
      expect(paths({ ...value, list: [...value.list, extra] })).toEqual(['list']);
      expect(paths({ ...value, map: { ...value.map, [`${extra}-new`]: 'x' } })).toHaveLength(
        `${extra}-new` in value.map && value.map[`${extra}-new`] === 'x' ? 0 : 1,
      );
      expect(paths({ ...value, rule: [...value.rule, { days: 1, names: [] }] })).toEqual(['rule']);
      expect(paths({ ...value, rule: value.rule.map((one) => ({ ...one, names: one.names.toReversed() })) })).toEqual(
        [],
      );
    }),
  );
});
