import { describe, expect, test } from 'vitest';
import type { Value } from '../../base/value.ts';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';
import type { Observed } from '../sift/sift.ts';
import { ENTRIES } from '../../../testkit/catalog.ts';

type Fields = Record<string, Value>;
const number: [unknown, string] = ['number', 'o'];
const text: [unknown, string] = ['string', 'o'];
const schemas: Record<string, SchemaSpec> = {
  aws_autoscaling_group: {
    id: ['string', 'oc'],
    name: text,
    desired_capacity: ['number', 'oc'],
    min_size: number,
    max_size: number,
  },
  aws_autoscaling_policy: { id: ['string', 'oc'], autoscaling_group_name: text },
  aws_autoscaling_schedule: { id: ['string', 'oc'], autoscaling_group_name: text },
  aws_ecs_service: { id: ['string', 'oc'], name: text, cluster: text, desired_count: number },
  aws_appautoscaling_target: {
    id: ['string', 'oc'],
    resource_id: text,
    scalable_dimension: text,
    min_capacity: number,
    max_capacity: number,
  },
  aws_dynamodb_table: {
    id: ['string', 'oc'],
    name: text,
    read_capacity: ['number', 'oc'],
    global_secondary_index: { nesting: 'set', of: { name: ['string', 'r'], hash_key: text, read_capacity: number } },
  },
  aws_lambda_provisioned_concurrency_config: {
    id: ['string', 'oc'],
    function_name: text,
    qualifier: text,
    provisioned_concurrent_executions: number,
  },
};
const seen = (address: string, before: Fields, live: Fields | null = before): Observed =>
  observedOf({ address, before: { id: address, ...before }, live: live && { id: address, ...live } }, schemas);
const reported = (...observed: Observed[]) =>
  findDrift(observed).flatMap(({ differences }) => differences.map(({ path }) => path.join('.')));

test('gives a reason for every scaled count', () => {
  for (const { why } of ENTRIES.flatMap(({ scaled = [] }) => scaled)) expect(why).toMatch(/^\S.{20,}[^.]$/);
});

describe('the size of a group', () => {
  const group = (from: number, to: number) =>
    seen(
      'aws_autoscaling_group.g',
      { name: 'g', desired_capacity: from, min_size: 1, max_size: 10 },
      { name: 'g', desired_capacity: to, min_size: 1, max_size: 10 },
    );
  const policy = (live?: null) => seen('aws_autoscaling_policy.p', { autoscaling_group_name: 'g' }, live);

  test('suppresses changes by its policies and schedules', () => {
    expect(reported(group(2, 7), policy())).toEqual([]);
    expect(reported(group(2, 7), seen('aws_autoscaling_schedule.s', { autoscaling_group_name: 'g' }))).toEqual([]);
  });

  test('reports changes without a policy of the group or beyond its limits', () => {
    expect(reported(group(2, 7))).toEqual(['desired_capacity']);
    expect(reported(group(2, 7), policy(null))).toEqual(['desired_capacity']);
    expect(reported(group(2, 7), seen('aws_autoscaling_policy.p', { autoscaling_group_name: 'other' }))).toHaveLength(
      1,
    );
    expect(reported(group(2, 70), policy())).toEqual(['desired_capacity']);
  });
});

describe('targets of Application Auto Scaling', () => {
  const target = (resource: string, dimension: string, own: Fields = {}) =>
    seen('aws_appautoscaling_target.t', {
      resource_id: resource,
      scalable_dimension: dimension,
      min_capacity: 1,
      max_capacity: 10,
      ...own,
    });
  const service = (count: number) => {
    const cluster = 'arn:aws:ecs:eu-west-1:123456789012:cluster/main';
    return seen(
      'aws_ecs_service.s',
      { name: 'web', cluster, desired_count: 2 },
      { name: 'web', cluster, desired_count: count },
    );
  };
  const COUNT = 'ecs:service:DesiredCount';

  test('suppresses a service’s count within the limits of its target', () => {
    expect(reported(service(5), target('service/main/web', COUNT))).toEqual([]);
    expect(reported(service(50), target('service/main/web', COUNT))).toEqual(['desired_count']);
    expect(reported(service(5), target('service/other/web', COUNT))).toEqual(['desired_count']);
    expect(reported(service(5), target('service/main/web', 'ecs:service:Other'))).toEqual(['desired_count']);
    expect(reported(service(5))).toEqual(['desired_count']);
  });

  test('suppresses the capacity of a table and of its indexes', () => {
    const index = (read: number, key = 'k') => [{ name: 'i', hash_key: key, read_capacity: read }];
    const table = (live: Fields) =>
      seen(
        'aws_dynamodb_table.t',
        { name: 't', read_capacity: 5, global_secondary_index: index(5) },
        { name: 't', read_capacity: 5, global_secondary_index: index(5), ...live },
      );
    const reads = target('table/t', 'dynamodb:table:ReadCapacityUnits');
    expect(reported(table({ read_capacity: 9 }), reads)).toEqual([]);
    expect(reported(table({ read_capacity: 9 }))).toEqual(['read_capacity']);
    const indexed = target('table/t/index/i', 'dynamodb:index:ReadCapacityUnits');
    expect(reported(table({ global_secondary_index: index(9) }), indexed)).toEqual([]);
    expect(reported(table({ global_secondary_index: index(9, 'other') }), indexed)).toEqual(['global_secondary_index']);
    expect(reported(table({ global_secondary_index: index(9) }), reads)).toEqual(['global_secondary_index']);
  });

  test('suppresses a function’s provisioned concurrency', () => {
    const config = (n: number) =>
      seen(
        'aws_lambda_provisioned_concurrency_config.c',
        { function_name: 'f', qualifier: 'live', provisioned_concurrent_executions: 1 },
        { function_name: 'f', qualifier: 'live', provisioned_concurrent_executions: n },
      );
    expect(reported(config(4), target('function:f:live', 'lambda:function:ProvisionedConcurrency'))).toEqual([]);
    expect(reported(config(4), target('function:g:live', 'lambda:function:ProvisionedConcurrency'))).toHaveLength(1);
  });
});
