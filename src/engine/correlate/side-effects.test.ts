import { describe, expect, test } from 'vitest';
import type { Value } from '../../base/value.ts';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';
import type { Observed } from '../sift/sift.ts';
import { isMoment, strongest, type Cause } from './causes.ts';
import { asSideEffect, companions, findSideEffects } from './side-effects.ts';

type Fields = Record<string, Value>;
const schemas: Record<string, SchemaSpec> = {
  aws_iam_role: {
    id: ['string', 'oc'],
    arn: ['string', 'c'],
    name: ['string', 'o'],
    managed_policy_arns: [['set', 'string'], 'oc'],
  },
  aws_iam_role_policy_attachment: { id: ['string', 'oc'], role: ['string', 'r'], policy_arn: ['string', 'r'] },
  aws_iam_policy: {
    id: ['string', 'oc'],
    arn: ['string', 'c'],
    attachment_count: ['number', 'c'],
    update_date: ['string', 'c'],
    policy: ['string', 'o'],
  },
  aws_vpc: { id: ['string', 'oc'], arn: ['string', 'c'], main_route_table_id: ['string', 'c'] },
  aws_subnet: { id: ['string', 'oc'], vpc_id: ['string', 'o'], size: ['number', 'o'] },
};
const seen = (address: string, before: Fields, live: Fields | null = before): Observed =>
  observedOf({ address, before, live }, schemas);

const ARN = 'arn:aws:iam::123456789012:policy/read';
const policy = (live: Fields = {}) => {
  const before = { id: ARN, arn: ARN, attachment_count: 1, update_date: '2025-01-01T00:00:00Z', policy: '{}' };
  return seen('aws_iam_policy.read', before, { ...before, ...live });
};
const role = (arns: Value[]) => {
  const before = { id: 'app', arn: 'arn:aws:iam::123456789012:role/app', name: 'app', managed_policy_arns: [ARN] };
  return seen('aws_iam_role.app', before, { ...before, managed_policy_arns: arns });
};
const attachment = (live: null | undefined) =>
  seen('aws_iam_role_policy_attachment.a', { id: 'a', role: 'app', policy_arn: ARN }, live);

/** The causes of side effects if the second read confirms every difference. */
function reported(...observed: Observed[]): Record<string, string> {
  const results = findDrift(observed);
  const suspected = findSideEffects(results);
  const all = results.map((result) => asSideEffect(result, suspected.get(result) ?? []));
  return Object.fromEntries(
    all
      .filter(({ kind }) => kind !== 'in_sync')
      .map(({ instance, causedBy, differences }) => [
        instance.address,
        `${differences.map(({ path }) => path.join('.')).join()} < ${causedBy?.resource ?? ''}`,
      ]),
  );
}

test('reports one cause with its side effects', () => {
  expect(reported(role([]), attachment(null), policy({ attachment_count: 0 }))).toEqual({
    'aws_iam_role.app': 'managed_policy_arns < aws_iam_role_policy_attachment.a',
    'aws_iam_role_policy_attachment.a': ' < ',
    'aws_iam_policy.read': 'attachment_count < aws_iam_role_policy_attachment.a',
  });
});

test('prefers a deleted resource to a drifted one that only refers to the same', () => {
  const before = { id: 'app', arn: 'arn:aws:iam::123456789012:role/app', name: 'app', managed_policy_arns: [ARN] };
  const renamed = seen('aws_iam_role.app', before, { ...before, name: 'other' });
  expect(reported(renamed, attachment(null), policy({ attachment_count: 0 }))).toMatchObject({
    'aws_iam_policy.read': 'attachment_count < aws_iam_role_policy_attachment.a',
  });
});

test('finds no side effect without drift, or on an instance that drifted by itself', () => {
  expect(reported(role([ARN]), attachment(undefined), policy({ attachment_count: 3 }))).toEqual({});
  const own = reported(attachment(null), policy({ attachment_count: 0, policy: '{"a":1}' }));
  expect(own['aws_iam_policy.read']).toBe('policy < ');
});

test('ignores times', () => {
  expect(reported(attachment(null), policy({ update_date: '2025-02-02T00:00:00Z' }))).not.toHaveProperty(
    'aws_iam_policy.read',
  );
  expect([
    isMoment('2025-02-02T00:00:00Z'),
    isMoment('2025-02-02 10:00:00 +0000'),
    isMoment('2025'),
    isMoment(5),
  ]).toEqual([true, true, false, false]);
});

describe('a mere reference', () => {
  const vpc = (before: Value, live: Value) => {
    const own = { id: 'vpc-1', arn: 'arn:vpc-1' };
    return seen('aws_vpc.v', { ...own, main_route_table_id: before }, { ...own, main_route_table_id: live });
  };
  const subnet = (before: Fields, live: Fields) => seen('aws_subnet.s', { id: 's', ...before }, { id: 's', ...live });

  test('explains a changed value, and not one that was empty', () => {
    const drifted = subnet({ vpc_id: 'vpc-1', size: 1 }, { vpc_id: 'vpc-1', size: 2 });
    expect(reported(vpc('rtb-1', 'rtb-2'), drifted)).toHaveProperty(['aws_vpc.v']);
    expect(reported(vpc('', 'rtb-2'), drifted)).not.toHaveProperty(['aws_vpc.v']);
  });

  test('is weaker than a name in a difference', () => {
    const drifted = subnet({ vpc_id: 'vpc-0', size: 1 }, { vpc_id: 'vpc-1', size: 1 });
    expect(reported(vpc('', 'rtb-2'), drifted)).toHaveProperty(['aws_vpc.v']);
  });

  test('does not match equal ids', () => {
    const other = seen('aws_subnet.s', { id: 'vpc-1', size: 1, vpc_id: null }, { id: 'vpc-1', size: 2, vpc_id: null });
    expect(reported(vpc('rtb-1', 'rtb-2'), other)).not.toHaveProperty(['aws_vpc.v']);
  });
});

test('chooses the same strongest cause in any order', () => {
  const causes: Cause[] = [
    { resource: 'b', strength: 'named' },
    { resource: 'a', strength: 'named' },
    { resource: '0', strength: 'mentioned' },
    { resource: 'a', stateKey: 's', strength: 'named' },
  ];
  expect(strongest(causes)).toEqual({ resource: 'a', strength: 'named' });
  expect(strongest(causes.toReversed())).toEqual(strongest(causes));
  expect(strongest([...causes, { resource: 'z', strength: 'shown' }])?.resource).toBe('z');
});

test('lists computed-only changes beside the drift of the same resource as information', () => {
  const [result] = findDrift([policy({ attachment_count: 2, policy: '{"a":1}' })]);
  expect(companions(result!, 20).map(({ path, before, live }) => [path, before, live])).toEqual([
    [['attachment_count'], 1, 2],
  ]);
  expect(companions(findDrift([policy({ attachment_count: 2 })])[0]!, 20)).toEqual([]);
});
